import { describe, expect, it } from 'vitest'
import { connectorStates } from '#contract/connectors/details/connector.lifecycle.ts'
import { conditions } from '#contract/connectors/list/connector-condition.ts'
import { overviewDirections, overviewSorts, overviewStatuses } from '#contract/connectors/list/connector-overview.ts'
import { everyConnector, filterQueryOf, noFilter, selectionOf } from '#contract/connectors/list/connector-selection.ts'
import { filterIn, placeOf, queryIn, sortedBy } from '#src/machines/connectors/list/overview-place.ts'
import { windowFor, windowSize } from '#src/machines/connectors/list/window.ts'

describe('the window over a long list', () => {
  it('holds every row that can come in sight, wherever one scrolls to', () => {
    for (const total of [1, 99, 100, 101, 149, 150, 1_000, 10_000])
      for (let first = 0; first < total; first += 7) {
        const last = Math.min(total - 1, first + 29)
        const begin = windowFor({ first, last }, 0, total) ?? 0
        expect(begin, `${first} of ${total}`).toBeLessThanOrEqual(first)
        expect(begin + windowSize, `${first} of ${total}`).toBeGreaterThan(last)
      }
  })

  it('stays where it is while it holds what is in sight', () => {
    for (let present = 0; present <= 9_900; present += 50)
      for (let first = present + 10; first < present + 60; first += 1)
        expect(windowFor({ first, last: first + 29 }, present, 10_000)).toBeNull()
  })

  it('comes to rest: what it leads to leads nowhere else', () => {
    for (let first = 0; first < 10_000; first += 3) {
      const visibleRows = { first, last: Math.min(9_999, first + 29) }
      const begin = windowFor(visibleRows, 0, 10_000)
      if (begin !== null) expect(windowFor(visibleRows, begin, 10_000)).toBeNull()
    }
  })
})

describe('what a list is asked for', () => {
  it('comes back from the address as it went there', () => {
    for (const search of ['', 'crm & co?'])
      for (const condition of [null, ...conditions])
        for (const sort of overviewSorts)
          for (const direction of overviewDirections) {
            const query = { search, condition, sort, direction }
            expect(queryIn(placeOf(query))).toEqual(query)
          }
  })

  it('is a plain one where the address says nothing, or nonsense', () => {
    const plain = { search: '', condition: null, sort: 'condition', direction: 'ascending' }
    expect(queryIn({ q: null, status: null, sort: null, order: null })).toEqual(plain)
    expect(queryIn({ q: '', status: 'Gone', sort: '__proto__', order: 'up' })).toEqual(plain)
    expect(placeOf(queryIn({ q: null, status: null, sort: null, order: null }))).toEqual({
      ...{ q: null, status: null, sort: null, order: null },
    })
  })

  it('filters an action on all found connectors as it filters the list', () => {
    for (const search of ['', ' crm '])
      for (const condition of [null, ...conditions]) {
        const query = { search, condition, sort: 'name', direction: 'ascending' } as const
        const asked = filterQueryOf(filterIn(query))
        expect(selectionOf({ ...noFilter, ...asked })).toEqual(selectionOf(query))
      }
    expect(filterQueryOf(noFilter)).toEqual({})
    expect(selectionOf(noFilter)).toEqual(everyConnector)
  })

  it('turns its order when it is sorted by the same again', () => {
    const plain = queryIn({ q: null, status: null, sort: null, order: null })
    for (const by of overviewSorts) {
      const once = sortedBy({ ...plain, sort: by === 'name' ? 'status' : 'name' }, by)
      expect(sortedBy(once, by).direction).not.toBe(once.direction)
      expect(sortedBy(sortedBy(once, by), by)).toEqual(once)
    }
  })

  it('has a place in the order by status for every status', () => {
    expect([...overviewStatuses].sort()).toEqual([...connectorStates].sort())
  })
})
