/** The environment that `${NAME}` reads from. */
export type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$(\$\{|\{([^}]*)\}?)/g;

/**
 * Puts environment variables in the place of `${NAME}`; `$${` stands for `${` itself. What was put in is not looked at
 * again.
 *
 * @param fail is told what is wrong, never with a variable's value.
 */
export function substitute(
  text: string,
  env: Environment,
  fail: (message: string) => void,
): string {
  if (!text.includes("${")) return text;
  return text.replace(reference, (whole: string, inner: string, name: string | undefined) => {
    if (inner === "${") return "${";
    if (!whole.endsWith("}") || name === undefined || !/^[A-Za-z_]\w*$/.test(name)) {
      fail(
        `${JSON.stringify(whole)} is no environment variable; write \${NAME}, or $\${ for the characters themselves`,
      );
      return whole;
    }
    const value = env[name];
    if (value === undefined) {
      fail(`the environment variable ${name} is not set`);
      return whole;
    }
    return value;
  });
}
