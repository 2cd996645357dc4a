// @vitest-environment happy-dom
/** Latest changes of a company: each line names a person once. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { AuditRecord } from '#contract/kit/audit.ts'
import { LatestChanges } from '#src/views/admin/overview/LatestChanges.tsx'

const nora = { kind: 'person', id: 'nora', name: 'Nora Quist', email: 'nora@example.test' } as const
const system = { kind: 'system', id: null, name: null, email: null } as const
const targetOf = (id: string | null, name: string) => ({ type: 'user', id, name })

function lineOf(change: Pick<AuditRecord, 'actor' | 'target'>) {
  const record = { id: 1, at: '2026-06-01T10:00:00.000Z', action: 'other', address: null, before: null, after: null, ...change }
  render(<LatestChanges changes={[record]} />)
  return screen.getByRole('listitem').firstElementChild?.textContent
}

it.each([
  [nora, targetOf('nora', 'Nora Quist'), 'other · Nora Quist'],
  [nora, targetOf('ben', 'Ben Lund'), 'other · Ben Lund · Nora Quist'],
  [system, targetOf(null, 'Orders'), /^other · Orders · ./],
  [nora, null, 'other · Nora Quist'],
])('of %o on %o', (actor, target, text) => {
  expect(lineOf({ actor, target })).toEqual(text instanceof RegExp ? expect.stringMatching(text) : text)
})
