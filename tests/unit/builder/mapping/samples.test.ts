/** What a line with a rule shows as its example: what the rule reads (finding C8). */
import { expect, it } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import { samplesOf } from '#src/machines/builder/mapping/samples.ts'

const line: MappingEdge = { id: '1', source: '', target: 'day', sourcePath: '', targetPath: 'day', ruleId: 'r' }
const examples = [{ placedAt: '2026-01-05T08:30:00Z', customer: { first: 'Ada' } }]
const shapes: DraftShapes = { source: { fields: [], examples, origin: 'request', takenAt: '2026-01-02T03:04:05.000Z' } }
const goesIn = (rule: NewMappingRule | undefined) =>
  samplesOf({ shapes, answer: null, previewed: null }, line, rule).samples.map((sample) => sample.goesIn)

it.each<[NewMappingRule | undefined, unknown]>([
  [{ name: 'd', type: 'dateFormat', sourcePath: 'placedAt', from: '', to: 'yyyy-MM-dd' }, '2026-01-05T08:30:00Z'],
  [{ name: 'c', type: 'concatenate', sourcePaths: ['customer.first', 'customer.last'], separator: ' ' }, ['Ada', null]],
  [{ name: 'k', type: 'constant', value: 'EUR' }, undefined],
  [undefined, undefined],
])('%j reads %j', (rule, value) => {
  expect(goesIn(rule)).toEqual([value])
})
