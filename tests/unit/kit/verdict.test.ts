/** What `npm test` may play again: tests that failed, and nothing else that went wrong in the same run. */
import { expect, it } from 'vitest'

import { browserCount, vitestFailures } from '../../../scripts/verdict.mjs'

const failed = { fullName: 'it adds', status: 'failed', failureMessages: ['3 is not 4'] }
const passed = { fullName: 'it counts', status: 'passed', failureMessages: [] }

it('gives a file to play again only for a test that failed', () => {
  const testResults = [
    { name: '/r/tests/unit/a.test.ts', status: 'failed', message: '', assertionResults: [failed, passed] },
    { name: '/r/tests/unit/unloaded.test.ts', status: 'failed', message: 'no module', assertionResults: [] },
    { name: '/r/tests/unit/hook.test.ts', status: 'failed', message: 'afterAll', assertionResults: [passed] },
  ]
  expect(vitestFailures('/r', { testResults }, ['nobody caught it'])).toEqual([
    { name: 'an error outside of every test', message: 'nobody caught it' },
    { name: 'tests/unit/a.test.ts: it adds', message: '3 is not 4', file: 'tests/unit/a.test.ts' },
    { name: 'tests/unit/unloaded.test.ts', message: 'no module' },
    { name: 'tests/unit/hook.test.ts', message: 'afterAll' },
  ])
})

const spec = (title: string, status: string, annotations: readonly object[] = []) => ({
  ...{ file: 'a.spec.ts', title, ok: status !== 'unexpected' },
  tests: [{ status, annotations, results: [{ error: { message: 'not seen' } }] }],
})

it('counts a browser test that did not run as failed, and an error outside of every test as no test', () => {
  const left = spec('left out', 'skipped', [{ type: 'skip' }])
  const suites = [{ specs: [spec('first', 'unexpected'), left], suites: [{ specs: [spec('second', 'skipped')] }] }]
  const stats = { expected: 4, unexpected: 1, skipped: 2 }
  expect(browserCount({ suites, stats, errors: [] })).toMatchObject({
    ...{ passed: 4, failed: 2, skipped: 1, isOnlyTests: false },
    failures: [{ name: 'a.spec.ts: first' }, { name: 'a.spec.ts: second', message: 'It did not run.' }],
  })
  expect(browserCount({ suites: [], stats, errors: [{ message: 'a worker died' }] })).toMatchObject({ isOnlyTests: false })
  const only = { suites: [{ specs: [spec('first', 'unexpected')] }], stats: { ...stats, skipped: 0 }, errors: [] }
  expect(browserCount(only)).toMatchObject({ failed: 1, isOnlyTests: true })
})
