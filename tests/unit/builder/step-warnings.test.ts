/** What stands beside the Deploy button of a step, and which warnings of the server that covers. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { validateConfig } from '#server/features/connectors/config/config-validation.service.ts'
import { configOf, defaultsFor } from '#src/machines/builder/lists/list-settings.ts'
import { isSeen, stepWarnings } from '#src/machines/builder/review/step-warnings.ts'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

const { config: shop } = shopDraft
const listConfig = configOf({ ...defaultsFor('data'), type: 'pagination', paginationType: 'page' })
const config = (change: Partial<ConnectorConfig> = {}): ConnectorConfig => ({
  ...shop,
  trigger: { type: 'schedule', everySeconds: 300 },
  source: { ...shop.source, isList: true, listPath: 'data', listConfig },
  ...change,
})

describe('the warnings beside the Deploy button of a step', () => {
  it.each([
    ['keys of its records', config()],
    ['keys of each run', config({ destination: { ...shop.destination, keys: 'run' } })],
  ])('say all that the server says but a number: a schedule over pages, with %s', (_, it) => {
    const { warnings, errors } = validateConfig(it, [], {}, 1_200)
    expect(errors).toEqual([])
    expect(warnings).toHaveLength(2)
    expect(warnings.every((warning) => isSeen(warning, stepWarnings(it)))).toBe(true)
  })

  it('cover no warning of the same field that says something else, and none that samples give', () => {
    const seen = stepWarnings(config())
    const [first] = seen
    if (first === undefined) throw new Error('There is a warning.')
    expect(isSeen({ ...first, message: `Records are lost. ${first.message}` }, seen)).toBe(false)
    const ofRun = stepWarnings(config({ destination: { ...shop.destination, keys: 'run' } }))
    expect(validateConfig(config()).warnings.every((warning) => isSeen(warning, ofRun))).toBe(false)
    const shapes = { source: { fields: [], examples: [{ id: 1 }], origin: 'request' as const, takenAt: '2026-11-26T08:00:00Z' } }
    const absent = config({ dataMapping: [{ id: 'a', source: 'x', target: 'y', sourcePath: 'x', targetPath: 'y' }] })
    const more = validateConfig(absent, [], shapes).warnings.filter(({ path }) => path.startsWith('/dataMapping'))
    expect(more).toHaveLength(1)
    expect(more.some((warning) => isSeen(warning, stepWarnings(absent)))).toBe(false)
  })

  it('are left to the review where they are too many to be read there', () => {
    const row = { key: 'a', value: 'b', active: true, urlKey: 'c' }
    const many = config({ destination: { ...shop.destination, headers: [row, row, row] as never } })
    expect(stepWarnings(many)).toEqual([])
  })
})
