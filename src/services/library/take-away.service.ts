import { refusal } from '#contract/kit/problem.ts'
import { type TakeAwayCheck, type TakeAwayFile, takeAwayEndpoints } from '#contract/library/take-away.ts'
import { type Access, call } from '../kit/api-client.ts'
import { create } from '../kit/idempotent-create.ts'

/** Bytes; the server takes no larger body. */
const largest = 1_000_000

/** The text of a file that somebody chose. Throws `ProblemError` for what is too large to be taken in or cannot be read. */
export async function readText({ size, text }: { readonly size: number; readonly text: () => Promise<string> }): Promise<string> {
  if (size > largest) throw refusal('request/too-large')
  return text().catch(() => {
    throw refusal('take-away/unreadable')
  })
}

export async function checkFile(
  access: Access,
  { text }: { readonly text: string },
  signal: AbortSignal,
): Promise<TakeAwayCheck> {
  return call(takeAwayEndpoints.check, { access, body: parsed(text), signal })
}

/** Makes a draft of a file. What is wrong with it is what the server says of it. */
export async function importFile(
  access: Access,
  { text }: { readonly text: string },
  signal: AbortSignal,
): Promise<{ readonly connectorId: string }> {
  const { connector } = await create(takeAwayEndpoints.import, { access, body: parsed(text) as TakeAwayFile, signal })
  return { connectorId: connector._id }
}

/** The draft of a connector as others may have it, with every host that it talks to and what it needs. */
export async function readPreview(
  access: Access,
  { connectorId }: { readonly connectorId: string },
  signal: AbortSignal,
): Promise<TakeAwayFile & Pick<TakeAwayCheck, 'hosts' | 'needs'>> {
  const file = await call(takeAwayEndpoints.export, { access, params: { id: connectorId }, signal })
  const { hosts, needs } = await call(takeAwayEndpoints.check, { access, body: file, signal })
  return { ...file, hosts, needs }
}

/** Hands the file to the browser, which keeps it where it keeps downloads. */
export async function exportConnector(
  access: Access,
  { connectorId }: { readonly connectorId: string },
  signal: AbortSignal,
): Promise<{ readonly fileName: string }> {
  const file = await call(takeAwayEndpoints.export, { access, params: { id: connectorId }, signal })
  const fileName = `${fileNameOf(file.name)}.datacrane.json`
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
  return { fileName }
}

/** Letters and digits of any script; what a file system may not hold is a dash. */
const fileNameOf = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 64) || 'connector'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (thrown) {
    const message = placed(text, String(thrown))
    throw message === null ? refusal('take-away/not-json') : refusal('take-away/not-json', { message })
  }
}

/** Where a text stops being JSON, where the browser says it. */
function placed(text: string, said: string): string | null {
  const offset = /position (\d+)/.exec(said)?.[1]
  if (offset === undefined) return null
  const before = text.slice(0, Number(offset)).split('\n')
  return `This file is not JSON. Check line ${before.length}, at character ${(before.at(-1)?.length ?? 0) + 1}.`
}
