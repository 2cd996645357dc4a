/** What the server says of a draft that is looked at for the last time. */
import { problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import type { DatedDryRun } from '#src/machines/builder/review/trial.machine.ts'
import { shopDraft } from '../../kit/samples/drafts.ts'

export const eventDraft: Draft = {
  ...shopDraft,
  config: { ...shopDraft.config, trigger: { type: 'webhook' } },
}

const example = { id: 7 }
/** With an example event, another draft than the one without. */
export const exampleDraft: Draft = {
  ...eventDraft,
  shapes: { source: { fields: [], examples: [example], origin: 'pasted', takenAt: '2026-11-20T10:00:00.000Z' } },
}

export const sound: ValidationResult = {
  isValid: true,
  errors: [],
  warnings: [{ path: '/source/url', message: 'Source URL format may be invalid' }],
  identity: { by: 'field', fields: ['id', 'key'], samples: 10, without: 2 },
}
export const unsound: ValidationResult = {
  isValid: false,
  errors: [{ path: '/destination/url', message: 'Destination must have a URL, Azure config, or database config' }],
  warnings: [],
}

const failed = problem('mapping/failed', {
  message: '"amount" must be a number, but "n" is "many"',
  errors: [{ path: '/dataMapping/0', message: '"amount" must be a number, but "n" is "many"' }],
})

const madeAt = '2026-11-20T10:00:00.000Z'

export const tried: DatedDryRun = {
  madeAt,
  records: [
    { key: '7', record: { id: 7, n: '1.5' }, outcome: 'mapped', output: { amount: 1.5 }, problem: null },
    { key: '8', record: { id: 8, n: 'many' }, outcome: 'failed', problem: failed },
  ],
  deliveries: [
    {
      method: 'POST',
      to: 'https://crm.example.test/orders',
      headers: { 'content-type': 'application/json' },
      body: '{"amount":1.5}',
      records: 1,
    },
  ],
  identity: { by: 'keyColumns', fields: ['tenant', 'id'], samples: 2, without: 0 },
  exchanges: [],
  message: '2 records read, 1 mapped, 1 failed. A run would send 1 delivery. Nothing was sent.',
  problem: null,
}

export const triedInVain: DatedDryRun = {
  madeAt,
  records: [],
  deliveries: [],
  exchanges: [],
  message: 'The source returned 500.',
  problem: problem('source/failing', { message: 'The source returned 500.' }),
}
