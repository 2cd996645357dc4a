/** What only a person can say of a draft, and nobody has said yet: asked on the steps, and again where it is deployed. */
import type { ConnectorConfig } from './config.ts'
import { keyQuestionOf } from './key-question.ts'
import { withOperationFields } from './operations/record-urls.ts'
import { isUnknown, type Listing, listAt, readPathOf, unanswered } from './seen-lists.ts'
import type { DraftShapes } from './shape.ts'

export type OpenQuestion =
  /** A list was found, and nobody said whether its items are the records. `count` is null where several were found, or it is not known. */
  | { readonly what: 'list'; readonly count: number | null }
  /** The source was never asked, and nobody said whether its answer is one record or a list. */
  | { readonly what: 'unknown' }
  /** The answer declares more records than it holds, and nobody said what is to become of them. */
  | { readonly what: 'remainder' }
  /** Nothing in the sample identifies a record, and nobody said what does. */
  | { readonly what: 'key' }
  /** A field that the destination asks for and nothing fills. */
  | { readonly what: 'required'; readonly path: string }
  | { readonly what: 'line'; readonly path: string }

export type Remainder = {
  /** By what the newest answer says that there is more, as a sentence; null where it says nothing of it. */
  readonly said: string | null
  /** Whether somebody said that the one page is all that is meant. */
  readonly isLeft: boolean
}

/** Null where it is no matter: the source is not asked for a list over HTTP, or its pages are followed, or nothing is declared and nothing said of it. */
export function remainderOf({ config: { source }, shapes }: Listing): Remainder | null {
  const { type, isList, listConfig } = source
  if (type !== 'http' || !isList || listConfig?.type === 'pagination') return null
  const said = listAt(shapes.source?.more ?? [], readPathOf(source))?.said ?? null
  const isLeft = listConfig?.firstPageOnly ?? false
  return said !== null || isLeft ? { said, isLeft } : null
}

type Asked = Listing &
  Pick<Mapped, 'shapes'> & {
    readonly config: Pick<ConnectorConfig, 'source' | 'trigger'>
    /** Null before the first deployment. A connector that is live goes on as it is: its records have been told apart in some way since. */
    readonly liveVersion: number | null
  }

/** What is open of the records of a source: of what it answers, or of the events of a webhook. */
export function lacksOfAnswer(draft: Asked): OpenQuestion[] {
  // Events come by themselves, and still their records have to be told apart.
  if (draft.config.trigger.type === 'webhook') return lacksOfKey(draft)
  if (isUnknown(draft)) return [{ what: 'unknown' }]
  const lists = unanswered(draft)
  if (lists.length > 0) return [{ what: 'list', count: lists.length === 1 ? (lists[0]?.count ?? null) : null }]
  return [...(remainderOf(draft)?.isLeft === false ? [{ what: 'remainder' } as const] : []), ...lacksOfKey(draft)]
}

const lacksOfKey = ({ liveVersion, config, shapes }: Asked): OpenQuestion[] =>
  liveVersion === null && keyQuestionOf(config, shapes)?.isOpen === true ? [{ what: 'key' }] : []

type Mapped = {
  readonly config: Pick<ConnectorConfig, 'dataMapping' | 'enrichment' | 'destination' | 'records'>
  readonly shapes: DraftShapes
}

/** Without a mapping records are delivered as they are read, or their lines, of which less is known here. */
export function lacksOfMapping({ config: { dataMapping, enrichment, destination, records }, shapes }: Mapped): OpenQuestion[] {
  const filled = new Set(
    dataMapping.length > 0 ? dataMapping.map(({ targetPath }) => targetPath) : shapes.source?.fields.map(({ path }) => path),
  )
  const isUnknown =
    dataMapping.length === 0 && (shapes.source === undefined || enrichment.length > 0 || records?.each !== undefined)
  const { fields = [] } = withOperationFields(shapes, destination.operation).destination ?? {}
  const required = isUnknown ? [] : fields.filter((field) => field.isRequired)
  const open = dataMapping.filter(
    ({ sourcePath, targetPath, rule, ruleId }) =>
      targetPath === '' || (sourcePath === '' && rule === undefined && ruleId === undefined),
  )
  return [
    ...required.filter(({ path }) => !isFilled(path, filled)).map(({ path }) => ({ what: 'required', path }) as const),
    ...open.map(({ sourcePath, targetPath }) => ({ what: 'line', path: targetPath || sourcePath }) as const),
  ]
}

/** A thing is filled by itself, or by something inside it. */
export const isFilled = (path: string, filled: ReadonlySet<string>) =>
  [...filled].some((it) => it === path || it.startsWith(`${path}.`) || it.startsWith(`${path}[`) || path.startsWith(`${it}.`))
