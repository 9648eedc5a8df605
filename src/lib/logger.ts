/** What a part needs of a log: facts for programs, a sentence for people. The server's log (pino) fits as it is. */
export interface Logger {
  debug(facts: object, sentence: string): void;
  info(facts: object, sentence: string): void;
  warn(facts: object, sentence: string): void;
  error(facts: object, sentence: string): void;
}
