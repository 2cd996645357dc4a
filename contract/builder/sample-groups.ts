/** The fields of groups (`records.group`), as the mapping offers them. The engine makes the groups themselves. Pure. */
import type { GroupLine, RecordGroup } from '../connectors/config/records/record-group.ts'
import type { RecordShape, ShapeField } from '../connectors/config/shape.ts'

/** The fields that records of a group have: those they are grouped by, and those of its lines. */
export const groupFields = ({ by, lines }: RecordGroup): readonly string[] => [...by, ...lines.map(({ target }) => target)]

type Typed = Pick<ShapeField, 'types' | 'isRequired'>

function typesOf({ do: does, path }: GroupLine, known: ReadonlyMap<string, ShapeField>): Typed {
  if (does === 'count') return { types: ['integer'], isRequired: true }
  if (does === 'list' || does === 'unique') return { types: ['array'], isRequired: true }
  // A sum of missing values is none.
  if (does === 'sum') return { types: ['number'], isRequired: known.get(path ?? '')?.isRequired ?? false }
  const field = known.get(path ?? '')
  return { types: field?.types ?? ['string'], isRequired: field?.isRequired ?? false }
}

/**
 * The fields and sample records that a mapping reads, where records are grouped.
 * @param shape of the records, or of the lines they become. @param groups those of the sample records.
 */
export function groupedShape(
  shape: Omit<RecordShape, 'fields'> & { readonly fields: readonly ShapeField[] },
  group: RecordGroup,
  groups: readonly unknown[],
): RecordShape {
  const known = new Map(shape.fields.map((field) => [field.path, field]))
  return {
    ...shape,
    fields: [
      ...group.by.map((path): ShapeField => known.get(path) ?? { path, types: ['string'], isRequired: false }),
      ...group.lines.map((line): ShapeField => ({ path: line.target, ...typesOf(line, known) })),
    ],
    examples: [...groups],
  }
}

const isWithin = (path: string, other: string) => path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`)

/** Whether a path of the mapping reads something that groups have. */
export const isOfGroup = (group: RecordGroup, path: string): boolean =>
  groupFields(group).some((field) => isWithin(path, field) || isWithin(field, path))
