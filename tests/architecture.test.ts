/** Who may import what (`architecture/rules.ts`); a rule that is not a test is gossip. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'

import { circlesIn, files, importsOf, layerOf, placeOf, resolved, textOf } from './architecture/imports.ts'
import { arrows, engineOrder, everywhere, mayHaveEffects, repository, sockets } from './architecture/rules.ts'

describe('the architecture', () => {
  const imports = files.flatMap(importsOf)

  it('is read: a check that sees nothing cannot fail', () => {
    expect(files.length).toBeGreaterThan(1_000)
    expect(imports.length).toBeGreaterThan(5_000)
  })

  it('gives every file a layer', () => {
    expect(files.filter((path) => !layerOf(path))).toEqual([])
  })

  it('keeps its layers apart', () => {
    const wrong = imports.filter((each) => {
      const target = resolved(each)
      const layer = layerOf(each.from)
      if (target === null || layer === undefined || layerOf(target) === layer) return false
      return !layer.ours.some((path) => path.test(target))
    })
    expect(wrong.map(({ from, to }) => `${from} must not import ${to}`)).toEqual([])
  })

  it('keeps features apart', () => {
    const wrong = imports.filter((each) => {
      const target = resolved(each)
      const [from, to] = [placeOf(each.from), target === null ? null : placeOf(target)]
      if (from === null || to === null || from.feature === to.feature || to.feature === 'kit') return false
      return !arrows[from.tree]?.[from.feature]?.includes(to.feature)
    })
    expect(wrong.map((each) => `${each.from} → ${resolved(each)}`)).toEqual([])
  })

  it('lets the engine import only as a record travels', () => {
    const partOf = (path: string) => /^server\/engine\/([a-z-]+)/.exec(path)?.[1]
    const parts = [...new Set(files.flatMap((path) => partOf(path) ?? []))]
    expect(parts.toSorted()).toEqual(engineOrder.toSorted())
    const up = imports.filter((each) => {
      const [from, to] = [partOf(each.from), partOf(resolved(each) ?? '')]
      return from !== undefined && to !== undefined && engineOrder.indexOf(to) < engineOrder.indexOf(from)
    })
    expect(up.map((each) => `${each.from} → ${resolved(each)}`)).toEqual([])
  })

  it('registers a feature in one place, and every feature that has routes', () => {
    const registering = files.filter((path) => layerOf(path)?.name === 'registration')
    const named = registering.filter((path) => {
      const feature = placeOf(path)?.feature ?? ''
      const name = `register${feature.charAt(0).toUpperCase()}${feature.slice(1)}`
      return textOf.get(path)?.includes(`function ${name}(app: App, `) && textOf.get('server/app.ts')?.includes(`${name}(app, `)
    })
    expect(named).toEqual(registering)
    const features = registering.map((path) => placeOf(path)?.feature)
    const others = files.filter((path) => layerOf(path)?.name === 'routes' && !features.includes(placeOf(path)?.feature))
    expect(others).toEqual([])
  })

  it('has no circle of features', () => {
    const reach = (tree: string, from: string, met: ReadonlySet<string> = new Set()): readonly string[] =>
      (arrows[tree]?.[from] ?? []).flatMap((to) => (met.has(to) ? [to] : [to, ...reach(tree, to, new Set([...met, to]))]))
    const circles = Object.entries(arrows).flatMap(([tree, of]) =>
      Object.keys(of)
        .filter((feature) => reach(tree, feature).includes(feature))
        .map((feature) => `${tree}: ${feature}`),
    )
    expect(circles).toEqual([])
  })

  it('has no circle of files, counting types and what is loaded late', () => {
    const targets = new Map(files.map((path): [string, string[]] => [path, []]))
    for (const each of imports) {
      const target = resolved(each)
      if (target !== null && targets.has(target)) targets.get(each.from)?.push(target)
    }
    expect(
      circlesIn(
        new Map([
          ['one', ['two']],
          ['two', ['one']],
          ['three', ['one']],
        ]),
      ),
    ).toEqual([['one', 'two']])
    expect(circlesIn(targets)).toEqual([])
  })

  it('gives a folder at most 24 files', () => {
    const sizes = Map.groupBy(files, (path) => posix.dirname(path))
    const large = [...sizes]
      .filter(([folder, list]) => list.length > 24 && !folder.endsWith('/migrations'))
      .map(([folder]) => folder)
    expect(large).toEqual([])
  })

  it('lets each layer import packages of its own only', () => {
    const wrong = imports.filter((each) => {
      const layer = layerOf(each.from)
      return !each.isType && resolved(each) === null && layer !== undefined && !layer.packages.some((it) => it.test(each.to))
    })
    expect(wrong.map(({ from, to }) => `${from} must not import ${to}`)).toEqual([])
  })

  it('opens sockets in one folder only', () => {
    const wrong = imports.filter(
      ({ from, to, isType }) => from.startsWith('server/') && !from.startsWith('server/outbound/') && sockets.test(to) && !isType,
    )
    expect(wrong.map(({ from, to }) => `${from} opens ${to}`)).toEqual([])
    const calls = files.filter(
      (path) =>
        path.startsWith('server/') && !path.startsWith('server/outbound/') && /(?<![.\w])fetch\(/.test(textOf.get(path) ?? ''),
    )
    expect(calls).toEqual([])
  })

  it('lets console and server meet only in the contract', () => {
    const wrong = imports.filter((each) => {
      const target = resolved(each)
      const [from] = each.from.split('/')
      return (
        target !== null && ((from === 'src' && target.startsWith('server/')) || (from === 'server' && target.startsWith('src/')))
      )
    })
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('has no calls that belong elsewhere', () => {
    const wrong = files.flatMap((path) => {
      const code = (textOf.get(path) ?? '').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      return [...everywhere, ...(layerOf(path)?.never ?? [])]
        .filter(([call]) => call.test(code))
        .map(([, instead]) => `${path}: ${instead}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps files small: 400 lines', () => {
    const long = globSync('{contract,src,server,tests,bench,scripts}/**/*.{ts,tsx,mjs}').filter(
      (path) => readFileSync(path, 'utf8').split('\n').length > 401 && !path.endsWith('database/tables/tables.ts'),
    )
    expect(long).toEqual([])
  })

  it('has no file that only hands on what stands elsewhere', () => {
    const barrels = files.filter((path) =>
      (textOf.get(path) ?? '')
        .split('\n')
        .every((line) => line === '' || /^export .* from /.test(line) || /^\s*(\/?\*|\/\/)/.test(line)),
    )
    expect(barrels).toEqual([])
  })

  it('holds no workflow in a view', () => {
    const effects = files.filter(
      (path) => path.startsWith('src/views/') && /\buse(Effect|LayoutEffect|Reducer)\(/.test(textOf.get(path) ?? ''),
    )
    expect(effects.toSorted()).toEqual(mayHaveEffects.toSorted())
  })

  it('lets no query forget the company', () => {
    const owned =
      /\.(?:selectFrom|updateTable|deleteFrom)\('(connectors|connector_secrets|connector_versions|deployments|connector_history|mapping_rules|draft_shapes|templates|runs|transactions|lookups)(?: as \w+)?'\)/
    const forgetful = files
      .filter((path) => repository.test(path) && owned.test(textOf.get(path) ?? ''))
      .filter((path) => !/company_id/.test(textOf.get(path) ?? ''))
    expect(forgetful).toEqual([])
  })
})
