/**
 * What a connector that keeps no payloads (`storeLocally` off) writes instead of them: sealed bytes until they are delivered, marks instead of names,
 * and problems without what a system said.
 */
import { type Problem, problem } from '#contract/kit/problem.ts'
import type { Vault } from '../../platform/security/vault.ts'
import type { NewLookup } from '../../records/runs/lookups.repository.ts'
import type { ClaimedRun, StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { Attempt } from '../deliver/attempts.repository.ts'
import type { Packed } from './packing.ts'

type OfCompany = { readonly companyId: string; readonly connectorId: string }

/** Begins what is sealed; neither JSON text nor Zstandard begins so. */
const begin = 'sealed:'

export type Payloads = {
  readonly seal: (bytes: Buffer, whose: OfCompany) => Buffer
  /** What was not sealed is given as it is. */
  readonly open: (kept: Buffer, whose: OfCompany) => Buffer
  readonly sealText: (text: string, whose: OfCompany) => string
  readonly openText: (kept: string, whose: OfCompany) => string
  /** Stands for the name of a record: the same for the same name of a connector, and nothing can be read in it. */
  readonly nameOf: (key: string, whose: OfCompany) => string
}

export function createPayloads(vault: Vault): Payloads {
  const place = ({ companyId, connectorId }: OfCompany) => ({
    table: 'source_pages',
    column: 'body',
    rowId: connectorId,
    companyId,
  })
  const it: Payloads = {
    sealText: (text, whose) => it.seal(Buffer.from(text), whose).toString('latin1'),
    openText: (kept, whose) => (kept.startsWith(begin) ? it.open(Buffer.from(kept, 'latin1'), whose).toString() : kept),
    seal(bytes, whose) {
      const { keyId, ciphertext } = vault.seal(bytes.toString('base64'), place(whose))
      return Buffer.from(`${begin}${keyId}:${ciphertext}`)
    },
    open(kept, whose) {
      if (!isSealed(kept)) return kept
      const [, keyId = '', ciphertext = ''] = kept.toString('latin1').split(':')
      return Buffer.from(vault.open({ keyId, ciphertext }, place(whose)), 'base64')
    },
    nameOf: (key, whose) => vault.mark(key, place(whose)),
  }
  return it
}

const isSealed = (kept: Buffer): boolean => kept.subarray(0, begin.length).toString('latin1') === begin

const notStoredText = 'The reason is not stored, because this connector stores no payloads.'

/** The kind of a problem and the status of an answer, and nothing of what was said. */
export function bareProblem(it: Problem): Problem {
  const { code, answer, errors, retryAfter } = it
  return problem(code, {
    ...(answer ? { answer: { status: answer.status, headers: {}, body: '', bytes: answer.bytes } } : {}),
    ...(errors ? { errors: errors.map(({ path }) => ({ path, message: notStoredText })) } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

const bareAttempt = (it: Attempt): Attempt => ({
  ...it,
  answer: it.answer && { status: it.answer.status, headers: {}, body: '', bytes: it.answer.bytes },
  error: it.error && bareProblem(it.error),
  settled: it.settled.map((record) => ({ ...record, error: record.error && bareProblem(record.error) })),
})

const withoutText = 'Not stored.'
export const bareLookup = (it: NewLookup): NewLookup => ({
  ...it,
  asked: withoutText,
  answer: null,
  error: it.error && bareProblem(it.error),
})

/** A limit says nothing of a record. */
const bareStatus = (it: StatusReason): StatusReason =>
  it.waiting?.kind === 'limited'
    ? it
    : {
        ...{ reason: `A request failed. ${notStoredText}`, next: it.next },
        waiting: it.waiting ? { ...it.waiting, reason: null } : null,
      }

/** What a run writes of what went wrong. */
export const writtenBy = ({ isPrivate }: Pick<ClaimedRun, 'isPrivate'>) => ({
  problem: (it: Problem): Problem => (isPrivate ? bareProblem(it) : it),
  status: (it: StatusReason | null): StatusReason | null => (it !== null && isPrivate ? bareStatus(it) : it),
  attempts: (them: readonly Attempt[]): readonly Attempt[] => (isPrivate ? them.map(bareAttempt) : them),
})

/** The page of a run without the names of its records: they are values of these. */
export const withoutNames = (packed: Packed, whose: OfCompany, payloads: Payloads): Packed => ({
  ...packed,
  content: { ...packed.content, keys: packed.content.keys.map((key) => payloads.nameOf(key, whose)) },
  ended: packed.ended.map((it) => ({ ...it, error: bareProblem(it.error), key: payloads.nameOf(it.key, whose) })),
})
