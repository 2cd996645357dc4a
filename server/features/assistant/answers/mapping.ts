/** Which field fills which: the mapping of connectors, as it is live. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { Configured } from '../configurations.repository.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { link, listed, plural, quote, type SentencePart, type Speech } from '../speech.ts'

const edgesListed = 12
const fieldsListed = 8
/** Of so many connectors the fields are listed. */
const fewMax = 4
/** Characters after "where does" that may hold the name of a field and its verb. */
const soughtMax = 60

type Edge = Pick<MappingEdge, 'sourcePath' | 'targetPath' | 'rule' | 'ruleId'>

const transforms: Readonly<Record<string, string>> = {
  constant: 'a fixed value',
  default: 'a default value',
  concatenate: 'joined values',
  split: 'part of a value',
  case: 'upper or lower case',
  dateFormat: 'date format',
  numberFormat: 'number format',
  lookup: 'value table',
  condition: 'condition',
}

/** What is done to the value on its way; null: nothing. */
export function transformOf({ rule, ruleId }: Pick<Edge, 'rule' | 'ruleId'>): string | null {
  if (rule) return transforms[rule.type] ?? 'a transform'
  return ruleId === undefined ? null : 'a saved transform'
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const lastOf = (path: string) => path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1)
/** A path, its last name, and nothing else is what people call a field. */
const isCalled = (path: string, terms: ReadonlySet<string>) => terms.has(plain(path)) || terms.has(plain(lastOf(path)))

/** Words that may name a field: single ones, and two or three beside each other ("postal code"). */
function termsIn({ marked: { words, marks } }: Scene): ReadonlySet<string> {
  const free = words.filter((_, at) => !/^(?:Name|System)$/.test(marks[at] ?? ''))
  const joined = free.flatMap((_, at) =>
    [1, 2, 3].map((count) =>
      plain(
        free
          .slice(at, at + count)
          .map(({ text }) => text)
          .join(''),
      ),
    ),
  )
  return new Set(joined.filter((term) => term.length > 1 && !idle.has(term)))
}
const idle = new Set(
  'from to in of for the is are where what which field fields does do come go mapping mapped map list all id'
    .split(' ')
    .filter((word) => word !== 'id'),
)

/** "Source name → name at the destination". */
function edgeSaid(edge: Edge): SentencePart[] {
  const transform = transformOf(edge)
  const source: SentencePart[] = edge.sourcePath === '' ? [] : [quote(edge.sourcePath), ' → ']
  return [...source, quote(edge.targetPath), ...(transform === null ? [] : [' (', transform, ')'])]
}

const pageOf = ({ id }: Configured) => `/edit-integration/data-mapping/${id}`

/** Lines that a field of the question is on; else all of one connector. */
export function sayMapping(of: readonly Configured[], scene: Scene, speech: Speech) {
  const terms = termsIn(scene)
  const found = of
    .map((it) => ({
      it,
      edges: it.config.dataMapping.filter((edge) => isCalled(edge.sourcePath, terms) || isCalled(edge.targetPath, terms)),
    }))
    .filter(({ edges }) => edges.length > 0)
  for (const { it, edges } of found.slice(0, fieldsListed)) {
    for (const edge of edges.slice(0, fieldsListed)) {
      const transform = transformOf(edge)
      const name = link(connectorHref(it.id), it.name)
      const how: SentencePart[] = transform === null ? [] : [' Transform: ', transform, '.']
      speech.item(
        'In ',
        name,
        ', the destination field ',
        quote(edge.targetPath),
        ' is filled from ',
        ...(edge.sourcePath === '' ? ['a fixed value'] : [quote(edge.sourcePath), ' of the source']),
        '.',
        ...how,
      )
    }
  }
  const [only] = of
  if (found.length > 0) {
    if (found.length === 1 && found[0]) speech.say(link(pageOf(found[0].it), 'Open the mapping'))
    return
  }
  if (of.length > 1 || !only) return sayNoField(of, scene, speech)
  const edges = only.config.dataMapping
  const name = link(connectorHref(only.id), only.name)
  if (edges.length === 0) {
    speech.say(name, ' has no mapping. Records pass through unchanged, with the same field names.')
    return speech.say(link(pageOf(only), 'Open the mapping'))
  }
  const sought = soughtIn(scene)
  if (sought !== null) speech.say('The mapping of ', name, ' has no field called ', quote(sought), '.')
  speech.say(name, ' maps ', ...speech.count(`Mapped fields: ${only.name}`, edges.length, pageOf(only), 'field'), ':')
  for (const edge of edges.slice(0, edgesListed)) speech.item(...edgeSaid(edge))
  speech.say(link(pageOf(only), edges.length > edgesListed ? 'See the whole mapping' : 'Open the mapping'))
}

function sayNoField(of: readonly Configured[], scene: Scene, speech: Speech) {
  const sought = soughtIn(scene)
  if (sought !== null) speech.say('No mapping has a field called ', quote(sought), '.')
  const mapped = of.filter(({ config }) => config.dataMapping.length > 0)
  if (sought === null && mapped.length > 0 && mapped.length <= fewMax) {
    for (const it of mapped) {
      const fields = [...new Set(it.config.dataMapping.map(({ targetPath }) => targetPath))].map(quote)
      speech.item(
        link(connectorHref(it.id), it.name),
        ' fills ',
        ...listed(fields, edgesListed),
        fields.length > edgesListed ? ' and more.' : '.',
      )
    }
    return
  }
  speech.say(
    ...speech.count('Connectors with a mapping', mapped.length, '/dashboard', 'connector'),
    ` ${plural(mapped.length, 'has', 'have')} a mapping. The others pass records through unchanged.`,
  )
  if (mapped.length > 0)
    speech.say(
      'Name one connector to see its fields: ',
      ...listed(
        mapped.map(({ id, name }) => link(connectorHref(id), name)),
        fieldsListed,
      ),
      '.',
    )
}

/** "Where does X come from", "what fills X": the name of the field as it was typed. */
function soughtIn({ message }: Scene): string | null {
  const quoted = /["“']([^"“”']{1,60})["”']/.exec(message)?.[1]
  if (quoted !== undefined) return quoted
  const found =
    /\b(?:fills|feeds|populates|fill) (?:the )?([\w.-]{1,40})\b/i.exec(message) ??
    /\bis (?:the )?([\w.-]{1,40}) (?:mapped|sent|transformed)\b/i.exec(message)
  return soughtPlace(message) ?? found?.[1] ?? null
}

/** What stands between "where does the" and "come from". */
function soughtPlace(message: string): string | null {
  const begun = /\bwhere (?:do|does|is|are) (?:the )?/i.exec(message)
  if (!begun) return null
  const rest = message.slice(begun.index + begun[0].length).slice(0, soughtMax)
  const end = / (?:(?:fields?|values?) )?(?:come|go|get|taken|filled|read|land|end)\b/i.exec(rest)
  const sought = end ? rest.slice(0, end.index) : ''
  return /^[\w. -]{1,40}$/.test(sought) ? sought : null
}
