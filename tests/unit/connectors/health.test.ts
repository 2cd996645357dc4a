/** Health is judged by what was measured, by one function. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { healthOf, type JudgedRun, stepHealthOf } from '#contract/connectors/details/health.ts'

const run = (changes: Partial<JudgedRun> = {}): JudgedRun => ({
  ...{ runId: 'r', status: 'succeeded', recordsDelivered: 0, recordsFailed: 0, recordsUnknown: 0, recordsDeliveredLater: 0 },
  ...{ endedAt: '2026-11-22T10:00:00.000Z', error: null, errorCode: null },
  ...changes,
})

describe('the health of a connector', () => {
  it('is not known without a run, nor after runs that found nothing', () => {
    // A run that goes on, or was cancelled before it sent something, may be there.
    const reason = 'No completed run in the last 35 days.'
    expect(healthOf({ newest: null, sent: null })).toMatchObject({ level: 'noRecentData', reason, measuredAt: null })
    expect(healthOf({ newest: run(), sent: null }).level).toBe('noRecentData')
  })

  it('follows the last run, however long ago it was', () => {
    expect(healthOf({ newest: run({ recordsDelivered: 57 }), sent: null })).toEqual({
      ...{ level: 'healthy', reason: '57 records delivered and none failed in the last completed run.' },
      ...{ runId: 'r', measuredAt: '2026-11-22T10:00:00.000Z' },
    })
    expect(healthOf({ newest: run({ recordsDelivered: 38, recordsFailed: 19 }), sent: null })).toMatchObject({
      ...{ level: 'failing', reason: 'Of 57 records, 19 failed in the last completed run.' },
    })
    expect(healthOf({ newest: run({ recordsDelivered: 99, recordsUnknown: 1 }), sent: null })).toMatchObject({
      ...{ level: 'degraded', reason: 'Of 100 records, 1 may not have arrived in the last completed run.' },
    })
    const failed = run({ status: 'failed', error: 'The source returned 401.' })
    expect(healthOf({ newest: failed, sent: null })).toMatchObject({
      ...{ level: 'failing', reason: 'The last completed run failed. The source returned 401.' },
    })
  })

  it('is that of the run before, where the last one found nothing', () => {
    const sent = run({ runId: 'older', recordsFailed: 3 })
    expect(healthOf({ newest: run(), sent })).toMatchObject({
      ...{ level: 'failing', runId: 'older', reason: 'Of 3 records, 3 failed in the last run that had records.' },
    })
  })

  it('counts no record as lost that was delivered later, and a run that failed for such records not as failed', () => {
    const made = (changes: Partial<JudgedRun>) => healthOf({ newest: run(changes), sent: null })
    expect(made({ recordsDelivered: 218, recordsDeliveredLater: 32 })).toMatchObject({
      ...{ level: 'healthy', reason: 'All 250 records of the last completed run arrived, 32 in a later run.' },
    })
    expect(made({ recordsDelivered: 218, recordsUnknown: 12, recordsDeliveredLater: 20 })).toMatchObject({
      level: 'degraded',
      reason: 'Of 250 records, 12 may not have arrived in the last completed run. 20 more arrived in a later run.',
    })
    const failed = { status: 'failed', error: 'Why.', recordsDeliveredLater: 2 }
    expect(made({ ...failed, errorCode: 'run/outcome-unknown' }).level).toBe('healthy')
    expect(made({ ...failed, errorCode: 'run/outcome-unknown', recordsUnknown: 1 }).level).toBe('failing')
    expect(made({ ...failed, errorCode: 'source/unauthorized' }).level).toBe('failing')
  })

  it('of a step is never worse than degraded where every record was delivered, and never known without a call', () => {
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.nat(50),
        fc.constantFrom('healthy', 'degraded', 'failing', 'noRecentData'),
        fc.constantFrom('source', 'destination'),
        (good, errors, of, step) => {
          const level = stepHealthOf({ calls: good + errors, errors }, of, step)
          // The destination took every record in the end.
          const isMadeGood = of === 'healthy' && step === 'destination'
          expect(level === 'noRecentData').toBe(good + errors === 0)
          expect(level === 'healthy').toBe(good + errors > 0 && (errors === 0 || isMadeGood))
          if (of === 'healthy') expect(level).not.toBe('failing')
        },
      ),
    )
  })
})
