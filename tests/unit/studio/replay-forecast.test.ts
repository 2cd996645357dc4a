/** What a plan says of a record that was refused: what the live version makes of it now. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import { forecastingOf, judged } from '#server/features/studio/replay/replay-forecast.ts'
import { goodConfig } from '../../server/kit/test-server.ts'

const edge = (sourcePath: string, targetPath: string) => ({
  ...{ id: targetPath, source: sourcePath, target: targetPath, sourcePath, targetPath },
})
const mapping: ConnectorConfig['dataMapping'] = [
  {
    ...edge('phone', 'phone'),
    rule: { name: 'Whole number', type: 'concatenate', sourcePaths: ['country', 'phone'], separator: ' ' },
  },
  edge('name', 'name'),
]
const forecasting = forecastingOf({ ...goodConfig, dataMapping: mapping })
if (forecasting === null) throw new Error('it cannot be compiled')
const { making } = forecasting

const at = new Date('2026-11-28T11:53:41Z')
const answer = { status: 422, headers: {}, body: '{"message":"must start with a country code","field":"phone"}', bytes: null }
const refused = { error: problem('destination/refused', { answer }), answer, at, version: 3 }
const before = { phone: '0176', name: 'Greta' }
const known = { reason: refused, before, mapping, making, record: { phone: '0176', name: 'Greta', country: '+49' } }

it('says what the refused field becomes', () => {
  expect(judged({ ...known, now: { output: { phone: '+49 176', name: 'Greta' } } })).toEqual({
    wouldFail: false,
    why: { reason: 'changed', field: 'phone', value: '+49 176', at },
  })
})

it('expects a failure where the refused field stays as it was, whatever else changes, and names the empty source', () => {
  const now = { output: { phone: '0176', name: 'Greta Holm' } }
  expect(judged({ ...known, now, record: { phone: '0176', country: '' } })).toEqual({
    wouldFail: true,
    why: { reason: 'unchanged', field: 'phone', value: 'country', at },
  })
  expect(judged({ ...known, now }).why).toMatchObject({ field: 'phone', value: null })
})

it('expects a failure where no field is named and nothing changes, in whatever order', () => {
  const silent = { ...answer, body: '' }
  const reason = { ...refused, answer: silent }
  const now = { output: { name: 'Greta', phone: '0176' } }
  expect(judged({ ...known, reason, now })).toMatchObject({ wouldFail: true, why: { reason: 'unchanged', field: null } })
  const changed = { output: { name: 'Greta Holm', phone: '0176' } }
  expect(judged({ ...known, reason, now: changed }).why).toMatchObject({ reason: 'changed', field: 'name', value: 'Greta Holm' })
})

it('expects a failure where the mapping cannot make the record, and says why', () => {
  const now = { problem: problem('mapping/failed', { message: '"phone" must be a text.' }) }
  expect(judged({ ...known, now })).toMatchObject({
    wouldFail: true,
    why: { reason: 'not-made', value: '"phone" must be a text.' },
  })
})

it('expects nothing of a record that failed for another reason than its content, or whose content is not kept', () => {
  const now = { output: before }
  const busy = { ...answer, status: 503 }
  for (const it of [
    { ...known, reason: { ...refused, answer: busy } },
    { ...known, before: null },
  ])
    expect(judged({ ...it, now })).toMatchObject({ wouldFail: false, why: { reason: 'failed', at } })
})
