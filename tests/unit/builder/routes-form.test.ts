/** The destinations of a draft: how they are added, ordered and removed, and the draft as each of them sees it. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig, Routes } from '#contract/connectors/config/config.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { changed } from '#src/machines/builder/draft/draft.ts'
import { canAdd, changeOf, draftOf, editedRoutes, entriesOf, routeIn } from '#src/machines/builder/routes/routes-form.ts'

const line = (targetPath: string) => ({ id: targetPath, source: 'id', target: targetPath, sourcePath: 'id', targetPath })
const config: ConnectorConfig = {
  ...{ name: 'Orders', trigger: { type: 'manual' }, enrichment: [], dataMapping: [line('orderNo')] },
  source: { type: 'http', url: 'https://shop.example.com' },
  destination: { type: 'http', url: 'https://erp.example.com' },
}
const draft: Draft = {
  ...{ connectorId: 'c', revision: 1, status: 'Draft', liveVersion: null, config, shapes: {} },
  profile: { name: 'Orders', integrationName: '', details: '', connectorType: '' } as never,
}
const only = { all: [{ path: 'country', is: 'is' as const, to: 'DE' }] }
const two = () => editedRoutes(undefined, { type: 'user.choseFit', fit: 'first', name: 'Second' }) as Routes
const three = () => editedRoutes(two(), { type: 'user.added', name: 'Third' }) as Routes

const idOf = ({ others }: Routes, name: string) => others.find((it) => it.name === name)?.id ?? -1

describe('the destinations of a draft', () => {
  it('become several with the choice how records fit, and one again when the last other one is removed', () => {
    const routes = two()
    expect(routes).toMatchObject({ fit: 'first', first: {}, others: [{ name: 'Second', dataMapping: [] }] })
    expect(editedRoutes(routes, { type: 'user.removed', id: idOf(routes, 'Second') })).toBeUndefined()
  })

  it('keep their numbers when they are moved, and no two have the same', () => {
    const routes = three()
    const [second, third] = [idOf(routes, 'Second'), idOf(routes, 'Third')]
    const moved = editedRoutes(routes, { type: 'user.moved', id: third, by: -1 }) as Routes
    expect(moved.others.map(({ id }) => id)).toEqual([third, second])
    const added = editedRoutes(moved, { type: 'user.added', name: 'Fourth' }) as Routes
    expect(added.others.map(({ id }) => id)).toEqual([third, second, idOf(added, 'Fourth')])
    expect(new Set(added.others.map(({ id }) => id)).size).toBe(3)
    expect(editedRoutes(moved, { type: 'user.moved', id: third, by: -1 })?.others.map(({ id }) => id)).toEqual([third, second])
  })

  it('do not get the number of one that was removed: its records would go to them', () => {
    const numbers = Array.from({ length: 5 }, () => idOf(two(), 'Second'))
    expect(new Set(numbers).size).toBeGreaterThan(1)
  })

  it('are 8 at most', () => {
    let routes: Routes | undefined
    for (let at = 0; at < 9; at += 1) routes = editedRoutes(routes, { type: 'user.added', name: `No ${at}` })
    expect(routes?.others).toHaveLength(7)
    expect(canAdd(routes)).toBe(false)
  })

  it('have one rule each: conditions, everything else, or none', () => {
    const ruled = editedRoutes(two(), { type: 'user.ruled', id: 0, rule: { only, isRest: false } }) as Routes
    expect(ruled.first).toEqual({ only })
    const rest = editedRoutes(ruled, { type: 'user.ruled', id: 0, rule: { only: null, isRest: true } }) as Routes
    expect(rest.first).toEqual({ otherwise: true })
    const named = editedRoutes(rest, { type: 'user.renamed', id: 0, name: 'ERP' })
    expect(entriesOf({ ...(named ? { routes: named } : {}) }, 'x')).toMatchObject([
      { id: 0, name: 'ERP', only: null, isRest: true },
      { name: 'Second' },
    ])
  })

  it('are seen one at a time, and changed in their place', () => {
    const routes = three()
    const [second, third] = [idOf(routes, 'Second'), idOf(routes, 'Third')]
    const whole = changed(draft, { config: { routes } })
    expect(draftOf(whole, third).config).toMatchObject({ dataMapping: [], destination: { requestMethod: 'POST' } })
    expect(draftOf(whole, 0).config).toEqual(config)
    const change = { config: { dataMapping: [line('sku')] }, shapes: { destination: { fields: [] } as never } }
    const after = changed(whole, changeOf(whole, third, change))
    expect(after.config.dataMapping).toEqual(config.dataMapping)
    expect(draftOf(after, third).config.dataMapping).toEqual([line('sku')])
    expect(draftOf(after, second).config.dataMapping).toEqual([])
    expect(after.shapes).toEqual({ destinations: { [third]: { fields: [] } } })
    expect(draftOf(after, third).shapes).toMatchObject({ destination: { fields: [] } })
    const first = changed(whole, changeOf(whole, 0, { config: { dataMapping: [line('no')] } }))
    expect(first.config).toMatchObject({ dataMapping: [line('no')], routes: whole.config.routes })
    expect(changed(whole, { config: { routes: undefined } as object }).config).toEqual(config)
  })

  it('are named by the address', () => {
    const routes = three()
    const third = idOf(routes, 'Third')
    expect(routeIn(`?route=${third}`, { routes })).toBe(third)
    expect([routeIn('?route=-9', { routes }), routeIn('', { routes }), routeIn(`?route=${third}`, {})]).toEqual([0, 0, 0])
  })
})
