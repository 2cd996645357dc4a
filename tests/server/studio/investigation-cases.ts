/** Records of orders, and what searches among them find: of ORD-1 and ORD-2 only what was made is kept, of ORD-13 only what was read. */
import type { SceneRecord } from './investigation-scene.ts'

export const order = (n: number, more: object = {}): SceneRecord => ({
  key: `ORD-${n}`,
  read: { id: `ORD-${n}`, customer: { name: `Anna Müller ${n}`, city: n % 2 ? 'Köln' : 'Lyon' }, internal: `only read ${n}` },
  made: { orderId: `ORD-${n}`, town: n % 2 ? 'Köln' : 'Lyon', label: `made-${n}` },
  status: 'success',
  ...more,
})

const down = (from: number, to: number, step: number) =>
  Array.from({ length: (from - to) / step + 1 }, (_, n) => `ORD-${from - n * step}`)
const tens = (from: number, to: number) => down(from, to, 1)
const evens = (from: number, to: number) => down(from, to, 2)

/** What is typed, and the keys that it finds, newest first. */
export const searches: readonly (readonly [about: string, text: string, keys: readonly string[]])[] = [
  ['a key', 'ORD-12', ['ORD-12']],
  ['a key in another case', 'ord-12', ['ORD-12']],
  ['a whole word before words that begin with it', 'ORD-1', ['ORD-1']],
  ['what begins so, by a star', 'ORD-12*', [...tens(129, 120), 'ORD-12']],
  ['what begins so, where nothing holds it whole', 'customer lyo', [...evens(128, 100), ...evens(16, 12)]],
  ['beginnings in an error, without accents', 'gro', ['ORD-12']],
  ['beginnings in what the destination answered', 'field:siz', ['ORD-12']],
  ['a beginning before whole words', 'cust* ORD-14', ['ORD-14']],
  ['no middle of a word', 'öße', []],
  ['no beginning in quotes', '"gro"', []],
  ['no beginning of an earlier word', 'gro ORD-12', []],
  ['a star alone', '*', []],
  ['words side by side', '"Müller 14"', ['ORD-14']],
  ['without accents', 'anna.muller.14', ['ORD-14']],
  ['a field and its value', 'label:made-15', ['ORD-15']],
  ['a field and some words of its value', 'internal:"only read 16"', ['ORD-16']],
  ['what was only read', '"only read 16"', ['ORD-16']],
  ['what was only made', 'made-16', ['ORD-16']],
  ['all of several, wherever they stand', 'lyon 12', ['ORD-12']],
  ['in an error', 'Größe', ['ORD-12']],
  ['in an error and in a payload', 'wrong ORD-12', ['ORD-12']],
  ['in what the destination answered', 'field:size', ['ORD-12']],
  ['of a record that was never made', 'ORD-13', ['2']],
  ['from before records were kept as read', 'made-2', ['ORD-2']],
  ['nothing', 'ORD-999', []],
  ['signs only', '---', []],
  ['a sign of SQL', "100%' or 1=1 --", []],
]
