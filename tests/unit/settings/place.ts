/** Where a setting is obeyed, and what proves it. */

/** A file with words of the line that obeys, and a file with the title of the test that sees it. */
export type Place = {
  readonly line: readonly [file: string, text: string]
  readonly proof: readonly [file: string, title: string]
}

/** @param settings names with blanks between them. */
export const of =
  (settings: string) =>
  (text: string, file: string, title: string, test: string): Record<string, Place> =>
    Object.fromEntries(
      settings.split(' ').map((name) => [name, { line: [file, text], proof: [`tests/${test}`, title] } satisfies Place]),
    )
