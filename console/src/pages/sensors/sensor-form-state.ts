import { createContext, useContext } from "react";
import { type Declaration, capitalised } from "../../kit/declaration.ts";
import { type Item, valueAt } from "./sensor-item.ts";

/** One thing that the server found wrong, with a pointer into the item. */
export interface FieldFault {
  path: string;
  message: string;
}

/** A sensor's form: what stands in it, what is wrong with it, and what the server keeps to itself. */
export interface SensorFormState {
  item: Item;
  /** Sets places of the item by their JSON pointers, all at once. */
  set: (...values: readonly (readonly [at: string, to: unknown])[]) => void;
  touch: (pointer: string) => void;
  /** What is wrong at a place or below it. */
  errorAt: (pointer: string) => string | undefined;
  /** Shows what was found wrong when it was tried out. */
  setFaults: (faults: readonly FieldFault[]) => void;
  /** Pointers of secrets that are set and not shown. */
  secrets: readonly string[];
  /** The sensor that is changed; `null`: a new one. */
  sensorId: string | null;
  readOnly: boolean;
}

export const SensorFormContext = createContext<SensorFormState | null>(null);

export function useSensorForm(): SensorFormState {
  const form = useContext(SensorFormContext);
  if (form === null) throw new Error("this field is in no sensor's form");
  return form;
}

/** One field of the form, by its place in the item. */
export function useField(pointer: string) {
  const { item, set, touch, errorAt, readOnly } = useSensorForm();
  return {
    value: valueAt(item, pointer),
    set: (value: unknown) => set([pointer, value]),
    touch: () => touch(pointer),
    error: errorAt(pointer),
    readOnly,
  };
}

/** What is wrong at a place: when it was to be saved, or tried out. */
export function errorIn(
  declaration: Declaration<"Sensor">,
  tried: readonly FieldFault[],
  pointer: string,
): string | undefined {
  const known = declaration.errorOf(pointer);
  if (known !== undefined) return known;
  const faults = [...placeFaults(declaration.faults, ""), ...tried];
  const fault = faults.find(({ path }) => path === pointer || path.startsWith(`${pointer}/`));
  return fault === undefined ? undefined : capitalised(fault.message);
}

/**
 * The faults at their fields: what is missing is told of what should hold it (`/snmp`: `community is missing`), and
 * belongs to the field that is empty.
 */
export function placeFaults(details: readonly FieldFault[], prefix: string): FieldFault[] {
  return details.map(({ path, message }) => {
    const inItem = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const missing = /^([A-Za-z]+) is missing/.exec(message)?.[1];
    return { path: missing === undefined ? inItem : `${inItem}/${missing}`, message };
  });
}
