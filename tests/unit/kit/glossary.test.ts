/** One word for one thing (CONTRIBUTING, "Words"): the words that were replaced do not come back in names. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const oldWords = new Set(
  'desk desks words means sight rig rigs hands eyes laws house houses standing standings told giveback mover settler whereabouts'.split(
    ' ',
  ),
)
/** A component that mounts another one is called so; anything else that is called mount is not. */
const isMount = (name: string) => /mount$/i.test(name) && !/Mount$/.test(name)

const partsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((part) => part.toLowerCase())
const isOld = (name: string) => isMount(name) || partsOf(name).some((part) => oldWords.has(part))

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'contract', 'src', 'server', 'tests', 'bench', 'scripts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path))

/** What a file declares: everything it exports, and its own functions and types. */
const declared =
  /^\s*(?:export (?:default )?(?:async )?(?:function|const|class|type|interface|enum)|(?:async )?function|type|interface|class) (\w+)/gm

function oldNamesIn(text: string): string[] {
  return [...text.matchAll(declared)].flatMap(([, name = '']) => (isOld(name) ? [name] : []))
}

it('sees an old word in a name, and none in another one', () => {
  const text = ['export function raiseHouse() {}', 'type Told = 1', 'export const wordsOf = 1', 'function handsOf() {}'].join(
    '\n',
  )
  expect(oldNamesIn(text)).toEqual(['raiseHouse', 'Told', 'wordsOf', 'handsOf'])
  expect(oldNamesIn('export function HookMount() {}\nexport const household = 1\nfunction reword() {}')).toEqual([])
  expect(isOld('register-mount')).toBe(true)
})

it('finds no old word in the name of a file or folder', () => {
  expect(files.filter((path) => path.split('/').some((part) => isOld(part.replace(/\.\w+$/, ''))))).toEqual([])
})

it('finds no old word in the name of an export, a function or a type', () => {
  expect(code.flatMap((path) => oldNamesIn(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`))).toEqual([])
})
