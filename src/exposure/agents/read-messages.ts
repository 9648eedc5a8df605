import { Compile } from "typebox/compile";
import { type Body, readMessage } from "#platform/remote-parts";
import { CheckIn, InventoryUpdate, ResultBatch } from "#wire/agent.v1";

const checkIn = Compile(CheckIn);
const inventoryUpdate = Compile(InventoryUpdate);
const resultBatch = Compile(ResultBatch);

/** What a check-in may decode to, in bytes: a thousand jobs with their progress are far less. */
const maxCheckInBytes = 1024 * 1024;
/** What an inventory may decode to, in bytes: 50,000 packages with long names are less. */
const maxInventoryBytes = 32 * 1024 * 1024;
/** What a batch may decode to, in bytes: a whole ARF in base64, and the rules of a large benchmark with their texts. */
const maxBatchBytes = 64 * 1024 * 1024;

/** @throws Problem `invalid_request` that says what is wrong and where. */
export async function readCheckIn(body: Body): Promise<CheckIn> {
  return readMessage(body, checkIn, "check-in", maxCheckInBytes);
}

/** @throws Problem `invalid_request` that says what is wrong and where. */
export async function readInventoryUpdate(body: Body): Promise<InventoryUpdate> {
  return readMessage(body, inventoryUpdate, "inventory", maxInventoryBytes);
}

/** @throws Problem `invalid_request` that says what is wrong and where. */
export async function readResultBatch(body: Body): Promise<ResultBatch> {
  return readMessage(body, resultBatch, "batch", maxBatchBytes);
}
