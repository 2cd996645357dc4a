/** "What is the total of SO-1002?": fields of one record, as they are kept. */
import type { KeptRecord } from '../../connectors/runs/kept-records.ts'
import { stemOf } from '../language/text.ts'
import { connectorHref, connectorsIn, type Scene } from '../scene.ts'
import { link, quote, type Speech } from '../speech.ts'
import { fieldLabel, fieldsOf, type RecordFields } from './fields.ts'

const connectorsMax = 8
const shownMax = 8
const asks = /^(?:and |so )?(?:what|which|who|whose)\b/i
const asksOtherwise = /\b(?:happen\w*|status|why|connectors?|fail\w*|deliver\w*|reach\w*|arriv\w*|reason|wrong)\b/i

const isNamed = ({ key, name }: KeptRecord, id: string) => key.toLowerCase() === id || name.toLowerCase() === id

/** Paths of which a name is a word of the question. */
function pathsAsked({ texts, numbers }: RecordFields, stems: ReadonlySet<string>): string[] {
  const isAsked = (path: string) =>
    path.split('.').some((part) =>
      fieldLabel(part)
        .split(' ')
        .some((word) => stems.has(stemOf(word))),
    )
  return [...new Set([...texts.keys(), ...numbers.keys()])].filter(isAsked).slice(0, shownMax)
}

/** @returns whether fields of a record were asked for and are kept. */
export async function sayRecordFields(scene: Scene, speech: Speech): Promise<boolean> {
  const { message, marked, evidence, caller } = scene
  const [id, other] = marked.ids
  if (id === undefined || other !== undefined || !asks.test(message.trim()) || asksOtherwise.test(message)) return false
  const stems = new Set(marked.words.filter(({ text }) => text.length > 2).map(({ stem }) => stem))
  // A key narrows enough: "the customer of order SO-1003" is no question about customers.
  const all = marked.connectors.length > 0 ? connectorsIn({ ...scene, scopes: scene.composedScopes }) : scene.connectors
  for (const connector of all.slice(0, connectorsMax)) {
    const { records } = await evidence.kept({ companyId: caller.companyId, connectorId: connector.id })
    const record = records.find((it) => isNamed(it, id.toLowerCase()))
    const fields = record === undefined ? null : fieldsOf(record)
    const paths = fields === null ? [] : pathsAsked(fields, stems)
    if (fields === null || paths.length === 0) continue
    const query = new URLSearchParams({ tab: 'investigator', period: '1y', q: id })
    speech.say(
      'Record ',
      link(`${connectorHref(connector.id)}/studio?${query}`, id),
      ' of ',
      link(connectorHref(connector.id), connector.name),
      ':',
    )
    for (const path of paths)
      speech.item(quote(path), ': ', quote(fields.texts.get(path)?.join(', ') ?? String(fields.numbers.get(path))))
    return true
  }
  return false
}
