/** What both commands do first: install what the lock file says, and build the console when its sources changed. Runs on any Node from 18. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The Node that the project brings. */
export const node = join(root, 'node_modules/.bin/node')
const installed = join(root, 'node_modules/.installed')
const built = join(root, 'dist/.built')
const consoleSources = ['src', 'contract', 'index.html', 'vite.config.ts', 'scripts/vite', 'public', 'package-lock.json']

/** Installs when there is nothing installed or the lock file is another one. Exits with a sentence when it cannot. */
export function install() {
  const wanted = fingerprint(['package-lock.json', 'package.json'])
  if (existsSync(node) && read(installed) === wanted) return
  console.log('Installing packages (the first time takes a minute)…')
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed. Check the network and run the command again.',
  )
  // Node is an optional package, so that an image can leave it out: npm says nothing where it could not be installed.
  const [major] = (spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '').slice(1).split('.')
  if (major !== '24')
    fail(
      `The project's own Node did not install (found ${major || 'none'}). Check the network, delete node_modules and run the command again.`,
    )
  writeFileSync(installed, wanted)
}

/** Builds the console when what it is made of changed since the last build. */
export function build() {
  const wanted = fingerprint(consoleSources)
  if (
    existsSync(join(root, 'dist/console/index.html')) &&
    existsSync(join(root, 'dist/cluster.version')) &&
    read(built) === wanted
  )
    return
  console.log('Building the console…')
  run(
    node,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    'The console could not be built; the lines above say why.',
    // Whatever the shell says: React's development build is three times as large.
    { NODE_ENV: 'production' },
  )
  // A first start copies them; to make them takes more memory than the product.
  run(
    node,
    ['--liftoff-only', 'server/platform/database/embedded/make-cluster.ts', 'dist/cluster'],
    'The files of the embedded database could not be created. The lines above show the reason.',
  )
  mkdirSync(dirname(built), { recursive: true })
  writeFileSync(built, wanted)
}

/** Runs the project's Node with these arguments in this terminal; signals go to it, its exit code is ours. */
export function become(args, env = {}) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends Ctrl-C to the whole group: the child has it already, and we wait for its farewell.
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
  }
  child.on('error', (error) => fail(error.message))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function run(command, args, sentence, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  if (status !== 0) fail(sentence)
}

/** SHA-256 over names and contents, in a fixed order. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of filesOf(join(root, path)))
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    return [path]
  }
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]))
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
