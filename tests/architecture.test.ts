/** The doors of the house: which room may import what. A rule that is not a test is gossip. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'

type Room = {
  readonly name: string
  readonly owns: RegExp
  /** Our own paths that it may import, besides itself. */
  readonly ours: readonly RegExp[]
  /** Packages and built-in modules that it may import; type-only imports are not asked. */
  readonly packages: readonly RegExp[]
  /** Words that must not stand in its code, each with what to do instead. */
  readonly words?: readonly (readonly [RegExp, string])[]
}

const contract = /^contract\//
const anyPackage = /./
/** What a view that draws with a package of its own may import of ours. */
const drawn = [contract, /^src\/(machines|theme|words|views)\//]
const sockets = /^(node:(https?|http2|net|tls|dgram|dns.*)|undici|nodemailer|openid-client|ws)$/
const schemaLibrary = /^typebox(\/.*)?$/
const react =
  /^(react|react-dom|@xstate\/react|styled-components|react-aria-components|wouter|@tanstack\/react-virtual|lucide-react)(\/.*)?$/

const rooms: readonly Room[] = [
  { name: 'contract/lifecycles', owns: /^contract\/lifecycles\//, ours: [contract], packages: [/^xstate$/] },
  { name: 'contract/rhythm', owns: /^contract\/rhythm\.ts$/, ours: [contract], packages: [/^croner$/] },
  { name: 'contract', owns: contract, ours: [contract], packages: [schemaLibrary] },
  {
    name: 'src/machines',
    owns: /^src\/machines\//,
    ours: [contract],
    packages: [/^xstate$/],
    words: [
      [/\bDate\.now\(|\bnew Date\(\)/, 'time comes in by events, inputs or delays'],
      [/\bMath\.random\(/, 'chance comes in by a port'],
      [/\bfetch\(|\bwindow\.|\bdocument\.|\blocalStorage\b/, 'the outside is a port'],
    ],
  },
  {
    name: 'src/services',
    owns: /^src\/services\//,
    ours: [contract],
    packages: [/^ky$/, schemaLibrary, /^graphql-request$/, /^urql$/, /^js-yaml$/],
  },
  { name: 'src/words', owns: /^src\/words\//, ours: [contract], packages: [] },
  { name: 'src/theme', owns: /^src\/theme\//, ours: [], packages: [/^styled-components$/, /^react$/] },
  { name: 'flow', owns: /^src\/views\/(mapping\/canvas|universe)\//, ours: drawn, packages: [react, /^reactflow(\/|$)/] },
  { name: 'json', owns: /^src\/views\/(json|config-editor)\//, ours: drawn, packages: [react, /^(@(codemirror|lezer)|jsonc)/] },
  { name: 'charts', owns: /^src\/views\/(analytics|renderer\/chart)\//, ours: drawn, packages: [react, /^@(visx|react-s)/] },
  {
    name: 'src/views',
    owns: /^src\/views\//,
    ours: [contract, /^src\/(machines|theme|words)\//],
    packages: [react],
    words: [[/\bfetch\(/, 'a view sends an event; a service makes the call']],
  },
  {
    name: 'src/inspector',
    owns: /^src\/inspector\//,
    ours: [/^src\/(theme|words|machines|views\/parts)\//, /^src\/views\/shell\/PageFrame\.tsx$/, /^src\/inspection\.ts$/],
    packages: [react, /^reactflow(\/.*)?$/, /^elkjs(\/.*)?$/, /^xstate$/, /^@statelyai\/inspect$/],
  },
  {
    name: 'src/wiring',
    owns: /^src\/wiring(\.ts$|\/)/,
    ours: [contract, /^src\/(machines|services)\//, /^src\/inspection\.ts$/],
    packages: [/^xstate$/],
  },
  { name: 'src', owns: /^src\//, ours: [contract, /^src\//], packages: [react, /^xstate$/, /^@statelyai\/inspect$/] },
  {
    name: 'server/routes',
    owns: /^server\/routes\//,
    ours: [contract, /^server\/(desks|mount|access|problem-handler)\b/],
    packages: [/^fastify$/, /^@fastify\//, schemaLibrary],
  },
  {
    name: 'server/desks',
    owns: /^server\/desks\//,
    ours: [
      contract,
      /^server\/store\//,
      /^server\/engine\/(engine|capabilities|plan|cursors|instants|mapping\/(path|lists-within))\.ts$/,
      /^server\/(alarms|json|library|analytics|forecast)\//,
      /^server\/[a-z-]+\.ts$/,
    ],
    packages: [anyPackage],
  },
  {
    name: 'server/store',
    owns: /^server\/store\//,
    ours: [contract, /^server\/((vault|device)\.ts$|json\/)/],
    packages: [/^(kysely|pg|uuid|@electric-sql\/pglite.*|node:.*)$/, schemaLibrary],
  },
  {
    // Their drivers run in a thread, where they are given a socket of `server/outbound` and open none.
    name: 'server/engine/kinds/database',
    owns: /^server\/engine\/kinds\/database\//,
    ours: [contract, /^server\/(outbound|json)\//, /^server\/engine\/kinds\/(kind|http\/masking)\.ts$/],
    packages: [/^(pg|pg-cursor|mysql2|node:crypto|node:worker_threads)$/],
  },
  {
    name: 'server/engine',
    owns: /^server\/engine\//,
    ours: [contract, /^server\/(store|outbound|json)\//, /^server\/(vault|secret-(search|origins))\.ts$/],
    packages: [
      /^(kysely|uuid|xstate|pino|croner|luxon|csv-parse|@azure\/storage-blob|node:(?!https?$|net$|tls$|child_process$|vm$).*)$/,
      schemaLibrary,
    ],
  },
  { name: 'server/outbound', owns: /^server\/outbound\//, ours: [contract], packages: [anyPackage] },
  {
    name: 'server/sandbox',
    owns: /^server\/sandbox\//,
    ours: [contract, /^server\/store\//],
    packages: [/^(fastify|kysely|uuid|node:.*)$/],
  },
  { name: 'pure', owns: /^server\/(library|forecast)\//, ours: [contract, /^server\/demo-connector\.ts$/], packages: [] },
  { name: 'server', owns: /^server\//, ours: [contract, /^server\//], packages: [anyPackage] },
]

const everywhere: readonly (readonly [RegExp, string])[] = [
  [/\beval\(|\bnew Function\(/, 'nothing is evaluated (threat T-EXPR)'],
  [/from 'node:(vm|child_process)'/, 'the server starts no programs and no scripts'],
]

type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

const files = globSync('{contract,src,server}/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'))
const textOf = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
const roomOf = (path: string) => rooms.find(({ owns }) => owns.test(path))

function importsOf(path: string): Import[] {
  const text = textOf.get(path) ?? ''
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...found].map(([, type, named, bare, late]) => ({
    from: path,
    to: named ?? bare ?? late ?? '',
    isType: type !== undefined,
  }))
}

const resolved = ({ from, to }: Import) =>
  to.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), to)).replace(/\?.*$/, '') : null

describe('the house', () => {
  const imports = files.flatMap(importsOf)

  it('is read: a check that sees nothing cannot fail', () => {
    expect(files.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(150)
  })

  it('gives every file a room', () => {
    expect(files.filter((path) => !roomOf(path))).toEqual([])
  })

  it('keeps its doors between rooms', () => {
    const wrong = imports.filter((it) => {
      const target = resolved(it)
      const room = roomOf(it.from)
      if (target === null || room === undefined || room.owns.test(target)) return false
      return !room.ours.some((door) => door.test(target))
    })
    expect(wrong.map(({ from, to }) => `${from} must not import ${to}`)).toEqual([])
  })

  it('keeps its doors to packages', () => {
    const wrong = imports.filter((it) => {
      const room = roomOf(it.from)
      return !it.isType && resolved(it) === null && room !== undefined && !room.packages.some((door) => door.test(it.to))
    })
    expect(wrong.map(({ from, to }) => `${from} must not import ${to}`)).toEqual([])
  })

  it('opens sockets in one room only', () => {
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
    const wrong = imports.filter((it) => {
      const target = resolved(it)
      return (
        target !== null &&
        ((it.from.startsWith('src/') && target.startsWith('server/')) ||
          (it.from.startsWith('server/') && target.startsWith('src/')))
      )
    })
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('has no words that belong elsewhere', () => {
    const wrong = files.flatMap((path) => {
      const code = (textOf.get(path) ?? '').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      return [...everywhere, ...(roomOf(path)?.words ?? [])]
        .filter(([word]) => word.test(code))
        .map(([, instead]) => `${path}: ${instead}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps files small: 250 lines', () => {
    const long = globSync('{contract,src,server,tests,bench,scripts}/**/*.{ts,tsx,mjs}').filter(
      (path) => readFileSync(path, 'utf8').split('\n').length > 251,
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
    expect(effects.filter((path) => !mayTouchTheDom.includes(path))).toEqual([])
  })

  it('lets no query forget the company', () => {
    const owned =
      /\.(?:selectFrom|updateTable|deleteFrom)\('(connectors|connector_secrets|connector_versions|deployments|connector_history|mapping_rules|draft_shapes|templates|runs|transactions|lookups)(?: as \w+)?'\)/
    const forgetful = files
      .filter((path) => path.startsWith('server/store/') && owned.test(textOf.get(path) ?? ''))
      .filter((path) => !/company_id/.test(textOf.get(path) ?? ''))
    expect(forgetful).toEqual([])
  })
})

/** Focus, scroll and native dialogs are the DOM's own state; the list may only shrink. */
const mayTouchTheDom: readonly string[] = ['src/views/shell/FocusOnArrival.tsx', 'src/views/session/SessionGuard.tsx']
