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

describe('the destinations of a draft', () => {
  it('become several with the choice how records fit, and one again when the last other one is removed', () => {
    expect(two()).toMatchObject({ fit: 'first', first: {}, others: [{ id: 1, name: 'Second', dataMapping: [] }] })
    expect(editedRoutes(two(), { type: 'user.removed', id: 1 })).toBeUndefined()
  })

  it('keep their numbers when they are moved, and no two have the same', () => {
    const moved = editedRoutes(three(), { type: 'user.moved', id: 2, by: -1 }) as Routes
    expect(moved.others.map(({ id }) => id)).toEqual([2, 1])
    const added = editedRoutes(moved, { type: 'user.added', name: 'Fourth' }) as Routes
    expect(added.others.map(({ id }) => id)).toEqual([2, 1, 3])
    expect(editedRoutes(moved, { type: 'user.moved', id: 2, by: -1 })?.others.map(({ id }) => id)).toEqual([2, 1])
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
      { id: 1, name: 'Second' },
    ])
  })

  it('are seen one at a time, and changed in their place', () => {
    const whole = changed(draft, { config: { routes: three() } })
    expect(draftOf(whole, 2).config).toMatchObject({ dataMapping: [], destination: { requestMethod: 'POST' } })
    expect(draftOf(whole, 0).config).toEqual(config)
    const change = { config: { dataMapping: [line('sku')] }, shapes: { destination: { fields: [] } as never } }
    const after = changed(whole, changeOf(whole, 2, change))
    expect(after.config.dataMapping).toEqual(config.dataMapping)
    expect(draftOf(after, 2).config.dataMapping).toEqual([line('sku')])
    expect(draftOf(after, 1).config.dataMapping).toEqual([])
    expect(after.shapes).toEqual({ destinations: { 2: { fields: [] } } })
    expect(draftOf(after, 2).shapes).toMatchObject({ destination: { fields: [] } })
    const first = changed(whole, changeOf(whole, 0, { config: { dataMapping: [line('no')] } }))
    expect(first.config).toMatchObject({ dataMapping: [line('no')], routes: whole.config.routes })
    expect(changed(whole, { config: { routes: undefined } as object }).config).toEqual(config)
  })

  it('are named by the address', () => {
    expect(routeIn('?route=2', { routes: three() })).toBe(2)
    expect([routeIn('?route=9', { routes: three() }), routeIn('', { routes: three() }), routeIn('?route=2', {})]).toEqual([
      0, 0, 0,
    ])
  })
})
