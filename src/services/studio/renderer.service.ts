/** Payloads to look at: where they are read from, and what the browser keeps of what was chosen. */

import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { refusal } from '#contract/kit/problem.ts'
import { listTransactions, type TransactionQuery } from '../connectors/runs/transaction.service.ts'
import type { Access } from '../kit/api-client.ts'

/** As many as there are to choose from. `studio-account-settings.md` section 9. */
const recentCount = 10

type Of = Pick<TransactionQuery, 'connectorId' | 'from' | 'to'>

/** The newest transactions of a time, each with its payload unless that is too large to come with the others. */
export async function readRecent(access: Access, of: Of, signal: AbortSignal): Promise<readonly Transaction[]> {
  const { items } = await listTransactions(access, { ...of, page: 1, pageSize: recentCount }, signal)
  return items
}

/** The one at a place among the newest, from 1, with its payload whatever its size. Null when another one stands there now. */
export async function readOne(
  access: Access,
  { transactionId, place, ...of }: Of & { readonly transactionId: string; readonly place: number },
  signal: AbortSignal,
): Promise<Transaction | null> {
  const { items } = await listTransactions(access, { ...of, page: place, pageSize: 1 }, signal)
  return items.find((it) => it.transactionId === transactionId) ?? null
}

type File = { readonly size: number; readonly text: () => Promise<string> }

/** The text of a file. Throws `ProblemError` for one of more than `max` bytes and for one that cannot be read. */
export async function readFile({ size, text }: File, max: number): Promise<string> {
  if (size > max) throw refusal('renderer/upload-too-large')
  return text().catch(() => {
    throw refusal('renderer/unreadable')
  })
}

/** The text that was copied last. Throws `ProblemError` where the browser does not hand it over: not asked by a press, forbidden, without TLS. */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    throw refusal('renderer/paste-failed')
  }
}

/** For whom and of which connector. */
export type Owner = { readonly userId: string; readonly connectorId: string }

const prefix = 'renderer:'
const keyOf = ({ userId, connectorId }: Owner) => `${prefix}${userId}:${connectorId}`
/** Characters: the browser keeps about five million of a site, and there are other connectors. */
const storedTextMax = 1_000_000

/** What was kept of the choice, whatever it is; null when there is nothing or the browser keeps nothing. */
export function readStoredChoice(owner: Owner): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(owner)) ?? 'null')
  } catch {
    return null
  }
}

/** Whether all of it was kept. What is too large goes without `custom`. */
export function keepChoice(owner: Owner, choice: { readonly custom: string | null }): boolean {
  const isSmall = choice.custom === null || choice.custom.length <= storedTextMax
  return (isSmall && keep(owner, choice)) || (keep(owner, { ...choice, custom: null }) && choice.custom === null)
}

function keep(owner: Owner, choice: object): boolean {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(choice))
    return true
  } catch {
    return false
  }
}

const writtenKeyOf = ({ userId, connectorId }: Owner) => `renderer-text:${userId}:${connectorId}`

/** What was written into the box in this tab; empty when there is nothing or the browser keeps nothing. */
export function readStoredUpload(owner: Owner): string {
  try {
    return sessionStorage.getItem(writtenKeyOf(owner)) ?? ''
  } catch {
    return ''
  }
}

/** What is too large, and what a full or forbidden storage does not take, stays on the page; nothing older comes back in its place. */
export function keepWritten(owner: Owner, written: string): void {
  const key = writtenKeyOf(owner)
  try {
    sessionStorage.removeItem(key)
    if (written !== '' && written.length <= storedTextMax) sessionStorage.setItem(key, written)
  } catch {
    // It stays on the page.
  }
}
