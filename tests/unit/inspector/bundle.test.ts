/** Whoever does not open the inspector loads nothing of it; of Stately's nothing is built at all. */

import { gzipSync } from 'node:zlib'
import { build, loadConfigFromFile, type Rollup } from 'vite'
import { beforeAll, expect, it, vi } from 'vitest'

// Charts of figures share other parts of d3: arrays, scales, formats, colours.
const ofInspector =
  /\/src\/inspector\/|\/node_modules\/(reactflow|@xyflow|elkjs|zustand|d3-(?:dispatch|drag|ease|selection|timer|transition|zoom))\//
const door = /\/src\/inspector\/InspectorPage\.tsx$/
/** The mapping of the builder: its canvas draws with the same library, and is laid out by the same worker. */
const canvas = /\/src\/views\/builder\/mapping\/canvas\/(CanvasMount|MappingCanvas)\.tsx$/
/** The universe of the studio draws its diagram with the same library, and lays nothing out. */
const universe = /\/src\/views\/studio\/universe\/UniverseTab\.tsx$/
/** What answers inspectors in other tabs: loaded by the hub when it hears one. */
const teller = /\/src\/inspector\/teller\.ts$/

let chunks: Rollup.OutputChunk[] = []

beforeAll(async () => {
  // A build is for production only when the environment says so too; here it would say "test".
  vi.stubEnv('NODE_ENV', 'production')
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' })
  const plugins = (loaded?.config.plugins ?? []).flat(3).filter((plugin) => namesOf(plugin) !== 'compressed')
  const config = { ...loaded?.config, plugins, configFile: false as const, logLevel: 'silent' as const }
  const built = await build({ ...config, build: { ...config.build, write: false } })
  const outputs = [built].flat().flatMap((it) => ('output' in it ? it.output : []))
  chunks = outputs.filter((it) => it.type === 'chunk')
  vi.unstubAllEnvs()
}, 60_000)

it('reads what is built: a check that sees nothing cannot fail', () => {
  expect(chunks.some(({ moduleIds }) => moduleIds.some((id) => door.test(id)))).toBe(true)
  expect(chunks.flatMap(({ moduleIds }) => moduleIds.filter((id) => /@xyflow/.test(id))).length).toBeGreaterThan(0)
})

it('is loaded by nothing but its own page, and what draws by the canvas of a mapping and the universe besides', () => {
  const isDoor = (chunk: Rollup.OutputChunk) => holds(chunk, door) || holds(chunk, canvas) || holds(chunk, universe)
  const starts = chunks.filter((chunk) => chunk.isEntry || (chunk.isDynamicEntry && !isDoor(chunk) && !holds(chunk, teller)))
  const outside = starts.filter((chunk) => !isReachableOnlyThrough(chunk, isDoor))
  const loaded = outside.flatMap((chunk) => closureOf(chunk)).flatMap(({ moduleIds }) => moduleIds)
  expect([...new Set(loaded)].filter((id) => ofInspector.test(id))).toEqual([])
  const inspectorOf = (page: RegExp) => {
    const drawn = chunks.filter((chunk) => holds(chunk, page)).flatMap(closureOf)
    const its = drawn.flatMap(({ moduleIds }) => moduleIds).filter((id) => /\/src\/inspector\//.test(id))
    return [...new Set(its.map((id) => id.replace(/.*\//, '')))]
  }
  expect(inspectorOf(canvas)).toEqual(['elk.ts'])
  expect(inspectorOf(universe)).toEqual([])
})

it('answers other tabs with what records and masks, and nothing that draws', () => {
  const loaded = chunks.filter((chunk) => holds(chunk, teller)).flatMap(closureOf)
  const ours = loaded.flatMap(({ moduleIds }) => moduleIds).filter((id) => ofInspector.test(id))
  expect(ours.map((id) => id.replace(/.*\//, '')).sort()).toEqual(['graph.ts', 'mask.ts', 'recorder.ts', 'teller.ts'])
  const hub = chunks.filter((chunk) => holds(chunk, /\/src\/services\/kit\/inspection\.ts$/)).map(({ fileName }) => fileName)
  const added = loaded
    .filter(({ moduleIds }) => moduleIds.some((id) => ofInspector.test(id)))
    .map(({ code }) => gzipSync(code).length)
  expect(hub).toHaveLength(1)
  expect(added.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000)
})

it('holds nothing of the inspector that posts to another window', () => {
  expect(chunks.flatMap(({ moduleIds }) => moduleIds).filter((id) => /@statelyai|inspector\/stately/.test(id))).toEqual([])
  expect(chunks.filter(({ code }) => code.includes('stately.ai')).map(({ fileName }) => fileName)).toEqual([])
})

function holds({ moduleIds }: Rollup.OutputChunk, module: RegExp): boolean {
  return moduleIds.some((id) => module.test(id))
}

/** A chunk with all that it loads at once. */
function closureOf(start: Rollup.OutputChunk): Rollup.OutputChunk[] {
  const met = new Set([start])
  for (const chunk of met) {
    for (const name of chunk.imports) {
      const next = chunks.find(({ fileName }) => fileName === name)
      if (next) met.add(next)
    }
  }
  return [...met]
}

function isReachableOnlyThrough(chunk: Rollup.OutputChunk, isDoor: (chunk: Rollup.OutputChunk) => boolean): boolean {
  const askers = chunks.filter(({ dynamicImports }) => dynamicImports.includes(chunk.fileName))
  return !chunk.isEntry && askers.length > 0 && askers.every((asker) => isDoor(asker))
}

function namesOf(plugin: unknown): unknown {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin ? plugin.name : null
}
