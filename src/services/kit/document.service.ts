/** Texts of documents: what a file holds, and what JSON or YAML means. */
import { refusal } from '#contract/kit/problem.ts'

/** Bytes of a file. */
const largest = 20_000_000

/** The text of a file that somebody chose. Throws `ProblemError` for what is too large to be taken in or cannot be read. */
export async function openFile(file: { readonly size: number; readonly text: () => Promise<string> }): Promise<string> {
  if (file.size > largest) throw refusal('request/too-large', { message: 'The file is larger than 20 MB.' })
  return file.text().catch(() => {
    throw refusal('take-away/unreadable')
  })
}

/** What a text of JSON or YAML says. Throws an `Error` that tells what is wrong, and where, and `ProblemError` when the reader of YAML cannot be loaded. */
export async function parseText(text: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    const { readYaml } = await import('./yaml.ts').catch((thrown: unknown) => {
      throw refusal('net/unreachable', {}, { cause: thrown })
    })
    return readYaml(text)
  }
}
