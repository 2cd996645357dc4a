/** The chart of a public connector's approval, held against a table written by hand. */
import { expect, it } from 'vitest'
import { moved } from '#contract/kit/lifecycle.ts'
import { type PublicationMove, publicationLifecycle, publicationStates } from '#contract/library/publication.lifecycle.ts'

const moves: Readonly<Record<string, Partial<Record<PublicationMove['type'], string>>>> = {
  waiting: {
    ...{ 'company.submitted': 'waiting', 'company.published': 'approved' },
    ...{ 'operator.approved': 'approved', 'operator.declined': 'declined' },
  },
  approved: { 'company.submitted': 'waiting', 'company.published': 'approved' },
  declined: { 'company.submitted': 'waiting', 'company.published': 'approved' },
}
const events = ['company.submitted', 'company.published', 'operator.approved', 'operator.declined'] as const

it('decides once on what waits, and waits again when it is submitted again', () => {
  expect(Object.keys(moves)).toEqual([...publicationStates])
  for (const from of publicationStates)
    for (const type of events)
      expect([from, type, moved(publicationLifecycle, from, { type }, undefined)]).toEqual([
        from,
        type,
        moves[from]?.[type] ?? null,
      ])
})
