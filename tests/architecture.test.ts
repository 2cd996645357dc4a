/** Who may import what. Layers by folder and role, features by a table; a rule that is not a test is gossip. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'

type Layer = {
  readonly name: string
  readonly owns: RegExp
  /** Our own paths that it may import, besides those of the same layer. */
  readonly ours: readonly RegExp[]
  /** Packages and built-in modules that it may import; type-only imports are not asked. */
  readonly packages: readonly RegExp[]
  /** What must not stand in its code, each with what to do instead. */
  readonly never?: readonly (readonly [RegExp, string])[]
}

const contract = /^contract\//
const anyPackage = /./
/** What a view that draws with a package of its own may import of ours. */
/** Under which path the console is served: a constant of the page, which every link needs. */
const basePath = /^src\/services\/kit\/address\/base\.ts$/
const drawn = [contract, /^src\/(machines|theme|views)\//, basePath]
const sockets = /^(node:(https?|http2|net|tls|dgram|dns.*)|undici|nodemailer|openid-client|ws)$/
const schemaLibrary = /^typebox(\/.*)?$/
const react =
  /^(react|react-dom|@xstate\/react|styled-components|react-aria-components|wouter|@tanstack\/react-virtual|lucide-react)(\/.*)?$/
/** Components that are given their provided machines: pages, their tabs, steps and sections, and the hooks they share. */
const page =
  /^src\/views\/(?!kit\/text\/|auth\/sign-up\/\w+Step).*((Route|Tab|Step|Mount|Section)\.tsx|\/use-[a-z-]+\.ts|\/(builder-step|studio-tab|account-tab|settings-tab|publication-parts)\.ts)$/
const repository = /^server\/(features|engine|platform|records)\/.*\.repository\.ts$/
const engineRepository = /^server\/engine\/.*\.repository\.ts$/
/** Repositories that engine and features share: below both. */
const records = /^server\/records\/.*\.repository\.ts$/
/** What a repository may use of the platform. */
const stores = /^server\/platform\/(database|security|json|search)\//
const storePackages = [/^(kysely|pg|uuid|node:.*)$/, schemaLibrary]
const platform = /^server\/platform\//

/** The first that owns a file counts. */
const layers: readonly Layer[] = [
  { name: 'lifecycles', owns: /^contract\/(.*\.|kit\/)lifecycle\.ts$/, ours: [contract], packages: [/^xstate$/] },
  { name: 'contract/rhythm', owns: /^contract\/connectors\/config\/rhythm\.ts$/, ours: [contract], packages: [/^croner$/] },
  { name: 'contract/help/search', owns: /^contract\/help\/search\.ts$/, ours: [contract], packages: [/^minisearch$/] },
  { name: 'contract', owns: contract, ours: [contract], packages: [schemaLibrary] },
  {
    name: 'src/machines',
    owns: /^src\/machines\//,
    ours: [contract],
    packages: [/^xstate$/],
    never: [
      [/\bDate\.now\(|\bnew Date\(\)/, 'time comes in by events, inputs or delays'],
      [/\bMath\.random\(/, 'chance comes in by an actor'],
      [/\bfetch\(|\bwindow\.|\bdocument\.|\blocalStorage\b/, 'the outside is an actor'],
    ],
  },
  {
    name: 'actors',
    owns: /^src\/services\/(.*\.actors|kit\/actor)\.ts$/,
    ours: [contract, /^src\/(machines|services)\//],
    packages: [
      /^xstate$/,
      /^ky$/,
      schemaLibrary,
      /^urql$/,
      /^js-yaml$/,
      /^@simplewebauthn\/browser$/,
      /^libphonenumber-js\/min$/,
    ],
  },
  {
    name: 'inspection',
    owns: /^src\/services\/kit\/inspection\.ts$/,
    ours: [],
    packages: [/^xstate$/],
  },
  {
    name: 'src/services',
    owns: /^src\/services\//,
    ours: [contract],
    packages: [/^ky$/, schemaLibrary, /^urql$/, /^js-yaml$/, /^@simplewebauthn\/browser$/, /^libphonenumber-js\/min$/],
  },
  { name: 'src/theme', owns: /^src\/theme\//, ours: [], packages: [/^styled-components$/, /^react$/] },
  {
    name: 'pages',
    owns: page,
    ours: [contract, /^src\/(machines|services|theme|views)\//, /^src\/inspector\/elk\.ts$/],
    packages: [react, /^xstate$/],
  },
  {
    name: 'flow',
    owns: /^src\/views\/(builder\/mapping\/canvas|studio\/universe)\//,
    ours: drawn,
    packages: [react, /^reactflow(\/|$)/],
  },
  {
    name: 'json',
    owns: /^src\/views\/(kit\/json|studio\/config-editor)\//,
    ours: drawn,
    packages: [react, /^(@(codemirror|lezer)|jsonc)/],
  },
  { name: 'marks', owns: /^src\/views\/kit\/identity\/system-marks\.ts$/, ours: [], packages: [/^simple-icons\/icons\//] },
  {
    name: 'charts',
    owns: /^src\/views\/studio\/renderer\/chart\//,
    ours: drawn,
    packages: [react, /^@(visx|react-s)/],
  },
  {
    name: 'src/views',
    owns: /^src\/views\//,
    ours: drawn,
    packages: [react],
    never: [[/\bfetch\(/, 'a view sends an event; a service makes the call']],
  },
  {
    name: 'src/inspector',
    owns: /^src\/inspector\//,
    ours: [/^src\/(theme|machines|views\/kit)\//, /^src\/services\/kit\/inspection\.ts$/, basePath],
    packages: [react, /^reactflow(\/.*)?$/, /^elkjs(\/.*)?$/, /^xstate$/, /^@statelyai\/inspect$/],
  },
  { name: 'src/app', owns: /^src\/app\//, ours: [contract, /^src\//], packages: [react, /^xstate$/, /^@statelyai\/inspect$/] },
  {
    // One a feature: what it serves, and what that is made of.
    name: 'registration',
    owns: /^server\/features\/[a-z]+\/register\.ts$/,
    ours: [contract, /^server\/(features|platform|outbound)\//],
    packages: [/^fastify$/],
  },
  {
    name: 'routes',
    owns: /^server\/features\/.*\.routes\.ts$/,
    ours: [contract, /^server\/features\/.*\.service\.ts$/, /^server\/features\/kit\//, platform],
    packages: [/^fastify$/, /^@fastify\//, schemaLibrary],
  },
  { name: 'records', owns: records, ours: [contract, stores], packages: storePackages },
  { name: 'engine repositories', owns: engineRepository, ours: [contract, records, stores], packages: storePackages },
  {
    name: 'repositories',
    owns: /^server\/(features|platform)\/.*\.repository\.ts$/,
    ours: [contract, repository, stores],
    packages: storePackages,
  },
  {
    name: 'services',
    owns: /^server\/features\//,
    ours: [
      contract,
      repository,
      platform,
      /^server\/engine\/(engine|limits|capabilities|plan\/|ledger\/|mapping\/|schedule\/|runs\/|outbox\/|deliver\/|fairness\/|enrichment\/|kit\/(payloads|plan)\.ts)/,
      /^server\/outbound\//,
    ],
    packages: [anyPackage],
  },
  // The limits of a plan may stand in the environment.
  {
    name: 'platform',
    owns: platform,
    ours: [contract, platform, /^server\/outbound\//, /^server\/features\/billing\/limits\.ts$/],
    packages: [anyPackage],
  },
  {
    // Their drivers run in a thread, where they are given a socket of `server/outbound` and open none.
    name: 'engine/kinds/database',
    owns: /^server\/engine\/kinds\/database\//,
    ours: [
      contract,
      /^server\/(outbound|platform\/json)\//,
      /^server\/engine\/(kinds\/(remote-problem|http\/masking\/masking)|kit\/(kind|cursor-values|look-back|record-key|time-ahead))\.ts$/,
    ],
    packages: [/^(pg|pg-cursor|mysql2|node:crypto|node:worker_threads)$/],
  },
  {
    name: 'engine',
    owns: /^server\/engine\//,
    ours: [contract, /^server\/(engine|records|outbound|platform\/(database|json|security))\//],
    packages: [
      /^(kysely|uuid|xstate|pino|croner|luxon|csv-parse|@azure\/storage-blob|node:(?!https?$|net$|tls$|child_process$|vm$).*)$/,
      schemaLibrary,
    ],
  },
  { name: 'outbound', owns: /^server\/outbound\//, ours: [contract], packages: [anyPackage] },
  { name: 'server', owns: /^server\/[a-z-]+\.ts$/, ours: [contract, /^server\//], packages: [anyPackage] },
]

/** Which features a feature may import in each layer, besides itself and the kit. A new arrow is a decision; there are no circles. */
const arrows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  contract: {
    account: ['auth'],
    admin: ['auth', 'billing', 'connectors', 'settings'],
    billing: ['auth'],
    help: ['account', 'auth', 'builder', 'connectors', 'settings'],
    connectors: ['analytics'],
    builder: ['connectors'],
    library: ['connectors'],
    studio: ['connectors', 'builder'],
    alerts: ['account', 'connectors'],
    shell: ['auth', 'settings'],
    assistant: ['connectors', 'studio'],
    settings: ['auth'],
  },
  'src/machines': {
    builder: ['connectors'],
    library: ['builder'],
    studio: ['connectors', 'builder'],
    account: ['auth'],
    alerts: ['account'],
    settings: ['auth'],
    shell: ['connectors', 'settings'],
  },
  'src/services': {
    connectors: ['analytics'],
    builder: ['connectors'],
    library: ['connectors'],
    studio: ['connectors', 'builder', 'auth'],
    alerts: ['auth', 'account'],
    account: ['auth'],
    admin: ['auth', 'billing', 'library', 'settings'],
    settings: ['auth'],
    help: ['connectors', 'shell'],
    shell: ['auth', 'settings', 'connectors'],
    assistant: ['auth', 'connectors', 'studio'],
  },
  'src/views': {
    connectors: ['analytics', 'alerts'],
    builder: ['connectors', 'settings'],
    library: ['connectors', 'builder', 'auth'],
    studio: ['connectors', 'builder', 'analytics', 'auth'],
    account: ['auth', 'billing'],
    admin: ['auth', 'billing', 'connectors', 'help', 'library', 'settings'],
    alerts: ['account'],
    settings: ['auth'],
    shell: ['auth', 'connectors'],
    assistant: ['auth', 'analytics'],
    help: ['shell', 'assistant'],
  },
  'server/features': {
    billing: ['auth'],
    connectors: ['billing', 'auth'],
    builder: ['connectors'],
    library: ['connectors', 'builder'],
    studio: ['connectors', 'builder', 'billing'],
    analytics: ['connectors'],
    alerts: ['connectors', 'analytics', 'auth'],
    account: ['auth'],
    settings: ['auth', 'account', 'billing', 'connectors'],
    help: ['connectors', 'library'],
    shell: ['connectors', 'library', 'auth', 'alerts'],
    assistant: ['connectors', 'builder', 'studio', 'library', 'billing', 'alerts', 'analytics', 'auth', 'help', 'settings'],
    admin: ['connectors', 'alerts', 'auth', 'studio', 'shell', 'assistant', 'settings', 'billing', 'library', 'help'],
  },
}

/** Focus, scroll and native dialogs are the DOM's own state, and some pages still join actors by effects; the list may only shrink. */
const mayHaveEffects: readonly string[] = [
  'src/views/auth/mfa/ChallengeRoute.tsx',
  'src/views/auth/sign-in/OAuthSuccessRoute.tsx',
  'src/views/auth/sign-in/SessionGuard.tsx',
  'src/views/auth/sign-up/SetupRoute.tsx',
  'src/views/builder/draft/BuilderRoute.tsx',
  'src/views/builder/draft/CreationRoute.tsx',
  'src/views/builder/draft/use-builder.ts',
  'src/views/connectors/details/DetailsRoute.tsx',
  'src/views/connectors/details/LiveReadingMount.tsx',
  'src/views/connectors/list/OverviewSection.tsx',
  'src/views/kit/layout/FocusOnArrival.tsx',
  'src/views/kit/use-link-token.ts',
  'src/views/kit/actors/use-page.ts',
  'src/views/library/EditPublicationRoute.tsx',
  'src/views/studio/StudioRoute.tsx',
]

/**
 * The folders of the engine and its own files, as a record travels, above what they share; each imports only those after it.
 * A new folder takes its place here.
 */
const engineOrder = [
  'engine',
  'deploy',
  'preview',
  'schedule',
  'runs',
  'plan',
  'read',
  'enrichment',
  'mapping',
  'outbox',
  'deliver',
  'ledger',
  'metering',
  'kinds',
  'kit',
  'fairness',
  'limits',
  'fault-injection',
]

const everywhere: readonly (readonly [RegExp, string])[] = [
  [/\beval\(|\bnew Function\(/, 'nothing is evaluated (threat T-EXPR)'],
  [/xstate\.(error|done)\.actor/, 'only XState sends its own events; a machine has an event of its own'],
  [/from 'node:(vm|child_process)'/, 'the server starts no programs and no scripts'],
]

type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

const files = globSync('{contract,src,server}/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'))
const textOf = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
const layerOf = (path: string) => layers.find(({ owns }) => owns.test(path))

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
  to.startsWith('#')
    ? to.slice(1)
    : to.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(from), to)).replace(/\?.*$/, '')
      : null

/** Where a file stands: the part of the tree that has feature folders, and the feature. */
function placeOf(path: string) {
  const [, tree = '', feature = ''] = /^(contract|src\/(?:machines|services|views)|server\/features)\/([a-z]+)\//.exec(path) ?? []
  return tree === '' ? null : { tree, feature }
}

/** Groups of nodes that reach each other, sorted (Tarjan's strongly connected components of two nodes or more). */
function circlesIn(arrowsFrom: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  function visit(node: string): number {
    const number = numbers.size
    let low = number
    numbers.set(node, number)
    open.push(node)
    for (const next of arrowsFrom.get(node) ?? []) {
      if (!numbers.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, numbers.get(next) ?? low)
    }
    if (low === number) {
      const circle = open.splice(open.indexOf(node))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low
  }
  for (const node of arrowsFrom.keys()) if (!numbers.has(node)) visit(node)
  return circles
}

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
      (path) =>
        readFileSync(path, 'utf8').split('\n').length > 401 && !/(architecture\.test|database\/tables\/tables)\.ts$/.test(path),
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
