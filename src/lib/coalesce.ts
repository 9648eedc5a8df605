/** How far {@link coalesce} gathers. */
export interface CoalesceLimits {
  /** Most look-ups in one batch. */
  maxBatch: number;
  /** Most batches under way at once in one group; further look-ups wait and travel together. */
  maxUnderWay: number;
}

interface Waiting<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
}

interface Group<Input, Output> {
  waiting: Waiting<Input, Output>[];
  underWay: number;
  scheduled: boolean;
}

/**
 * Turns many look-ups that come in at once into few: those of one turn of the event loop, and those that wait while
 * `maxUnderWay` batches are out, travel together. A look-up never joins a batch that was already sent, so what it learns
 * is never older than the look-up itself. Look-ups of different groups never meet.
 *
 * @param load gets the inputs of one batch and answers one output for each, in the same order. When it rejects, every
 * look-up of that batch does.
 */
export function coalesce<Input, Output>(
  load: (group: string, inputs: readonly Input[]) => Promise<readonly Output[]>,
  limits: CoalesceLimits,
): (group: string, input: Input) => Promise<Output> {
  const groups = new Map<string, Group<Input, Output>>();

  async function send(name: string, group: Group<Input, Output>): Promise<void> {
    const batch = group.waiting.splice(0, limits.maxBatch);
    group.underWay++;
    try {
      const outputs = await load(
        name,
        batch.map((each) => each.input),
      );
      if (outputs.length !== batch.length) {
        throw new Error(`${batch.length} look-ups were answered ${outputs.length} times`);
      }
      outputs.forEach((output, index) => batch[index]?.resolve(output));
    } catch (error) {
      for (const each of batch) each.reject(error);
    } finally {
      group.underWay--;
      if (group.waiting.length > 0) sendWhatMay(name, group);
      else if (group.underWay === 0 && !group.scheduled) groups.delete(name);
    }
  }

  function sendWhatMay(name: string, group: Group<Input, Output>): void {
    while (group.waiting.length > 0 && group.underWay < limits.maxUnderWay) void send(name, group);
  }

  return (name, input) =>
    new Promise((resolve, reject) => {
      let group = groups.get(name);
      if (group === undefined) {
        group = { waiting: [], underWay: 0, scheduled: false };
        groups.set(name, group);
      }
      group.waiting.push({ input, resolve, reject });
      if (group.scheduled) return;
      group.scheduled = true;
      const gathering = group;
      // After all sockets that are readable now were read: what arrived together travels together.
      setImmediate(() => {
        gathering.scheduled = false;
        sendWhatMay(name, gathering);
      });
    });
}
