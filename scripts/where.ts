/** `npm run where <feature>`: the files of a feature by layer, as `alerts` or `connectors/list`. */
import { spawnSync } from 'node:child_process'

const layers = [
  ...['contract', 'src/machines', 'src/services', 'src/views', 'server/features', 'server/records', 'server/engine'],
  ...['tests/model', 'tests/unit', 'tests/server', 'tests/engine', 'tests/faults', 'tests/e2e', 'bench'],
] as const

/** By folder, in the order of the layers; empty where there is no such feature. */
export function filesOf(feature: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folders = layers.map((layer) => `${layer}/${feature.replace(/^\/|\/$/g, '')}`)
  const found = folders.map((folder) => [folder, files.filter((file) => file.startsWith(`${folder}/`))] as const)
  return new Map(found.filter(([, some]) => some.length > 0))
}

/** Names of all features. */
export function featuresIn(files: readonly string[]): readonly string[] {
  const ofLayers = ['contract/', 'src/views/', 'server/features/']
  const names = files.flatMap((file) =>
    ofLayers.flatMap((layer) => (file.startsWith(layer) ? (/^([\w-]+)\//.exec(file.slice(layer.length))?.[1] ?? []) : [])),
  )
  return [...new Set(names)].toSorted()
}

function print(feature: string): void {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const files = listed.stdout.split('\n')
  const found = filesOf(feature, files)
  if (found.size === 0) {
    console.error(`Name a feature: ${featuresIn(files).join(', ')}. A part of one is connectors/list.`)
    process.exitCode = 1
    return
  }
  for (const [folder, some] of found)
    console.log(`${folder} (${some.length})\n${some.map((file) => `  ${file.slice(folder.length + 1)}`).join('\n')}\n`)
}

if (import.meta.main) print(process.argv[2] ?? '')
