/** What a section shows and calls of its own change: it may be sent back with the section as it was read. `decisions.md` section 10. */
import { refusal } from '#contract/kit/problem.ts'

/** Whether everything that was sent is as it is kept. What is kept and was not sent does not count. */
export function isAsKept(sent: unknown, kept: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return sent === kept
  if (Array.isArray(sent))
    return Array.isArray(kept) && sent.length === kept.length && sent.every((it, place) => isAsKept(it, kept[place]))
  if (typeof kept !== 'object' || kept === null) return false
  const own = kept as Readonly<Record<string, unknown>>
  return Object.entries(sent).every(([name, it]) => Object.hasOwn(own, name) && isAsKept(it, own[name]))
}

/** @throws `request/malformed` */
export function refuseHere(path: string, calls: string): never {
  const message = `can only be changed at ${calls}`
  throw refusal('request/malformed', { message: `${path} ${message}.`, errors: [{ path, message }] })
}

type List = { readonly path: string; readonly calls: string; readonly members: readonly string[] }

/** @param members those that a person chooses; the others change by themselves. @throws `request/malformed` */
export function refuseOther(sent: readonly unknown[], kept: readonly object[], { path, calls, members }: List): void {
  const chosen = (it: unknown) =>
    typeof it !== 'object' || it === null ? it : Object.fromEntries(Object.entries(it).filter(([name]) => members.includes(name)))
  if (!isAsKept(sent.map(chosen), kept)) refuseHere(path, calls)
}
