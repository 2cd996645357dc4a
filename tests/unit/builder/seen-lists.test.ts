/** Where the lists of real APIs stand: each is found, and named by a path that leads to it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { candidatesIn, listsIn as listsInDraft } from '#contract/connectors/config/seen-lists.ts'
import { listsIn } from '#server/engine/kit/looking.ts'
import { parsePath, valueAt } from '#server/platform/json/path.ts'
import { bodyStyles } from '../../engine/read/paging-styles-body.ts'
import { countedStyles } from '../../engine/read/paging-styles-counted.ts'
import { followedStyles } from '../../engine/read/paging-styles-followed.ts'

const records = [1, 2, 3].map((id) => ({ id, rank: id, sort: [id, `r${id}`] as const }))
const styles = [...bodyStyles, ...countedStyles, ...followedStyles].map((style) => [style.name, style] as const)

describe('the list of a page is found', () => {
  it.each(styles)('%s', (_, { paging, answers }) => {
    const asked = { url: new URL('http://api.test/list'), headers: {}, body: {}, origin: 'http://api.test' }
    const { body } = answers({ records, hasMore: true, total: 9, cursor: 'c1' }, asked)
    const meant = paging.responsePathToItems ?? ''
    for (const lists of [listsIn(body), listsInDraft(body)]) {
      const [first] = candidatesIn(lists)
      expect(first).toMatchObject({ path: meant, count: 3 })
    }
  })

  it('of Spring, OData, Elasticsearch and GraphQL, and of an order only what stands in it', () => {
    const paths = (answer: unknown) => candidatesIn(listsInDraft(answer)).map(({ path }) => path)
    const [one, two] = [[{ id: 1 }], [{ id: 1 }, { id: 2 }]]
    expect(paths({ content: two, totalElements: 2, last: true })).toEqual(['content'])
    expect(paths({ '@odata.count': 2, value: two, '@odata.nextLink': 'x' })).toEqual(['value'])
    expect(paths({ hits: { total: 2, hits: two } })).toEqual(['hits.hits'])
    expect(paths({ data: { orders: { nodes: two }, shops: { edges: one } } })).toEqual(['data.orders.nodes', 'data.shops.edges'])
    expect(paths({ 'my.list': two })).toEqual(['["my.list"]'])
    expect(paths({ id: 1, tags: ['a'], lines: two })).toEqual(['lines'])
  })
})

it('each list has a path that leads to it, the same in the console as on the server', () => {
  const name = fc.constantFrom('items', 'a.b', 'c"d', 'e[0]', '', 'value', '@odata.x', 'ü')
  const { answer } = fc.letrec((tie) => ({
    answer: fc.oneof({ maxDepth: 4 }, fc.constant('x'), fc.array(fc.record({ id: fc.nat() }), { maxLength: 3 }), tie('thing')),
    thing: fc.dictionary(name, tie('answer'), { maxKeys: 4 }),
  }))
  fc.assert(
    fc.property(answer, (value) => {
      const lists = listsIn(value)
      expect(listsInDraft(value)).toEqual(lists)
      for (const { path, count } of lists) {
        const parsed = path === '' ? { path: [] } : parsePath(path)
        expect('path' in parsed && (valueAt(value, parsed.path) as unknown[]).length, path).toBe(count)
      }
    }),
    { numRuns: 100 },
  )
})
