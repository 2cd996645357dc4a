import styled from 'styled-components'

import { color, font, radius, space } from '#src/theme/theme.ts'
import { sideMessages as messages } from '../systems/side.messages.ts'

type SampleTableProps = {
  readonly fields: readonly { readonly path: string }[]
  readonly examples: readonly unknown[]
}

/** Records and fields that are shown. */
const rowsMax = 5
const columnsMax = 12
/** Characters of a value. */
const shownCharacters = 60

/** A member of an example by its name, or the value at a path with dots. */
function valueAt(example: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Record<string, unknown>)[name] : undefined,
      example,
    )
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}

/** The first records as they were read, a column for each of their fields. */
export function SampleTable({ fields, examples }: SampleTableProps) {
  const columns = fields
    .map(({ path }) => path)
    .filter((path) => !path.includes('[') && examples.some((it) => isPlain(valueAt(it, path))))
    .slice(0, columnsMax)
  if (columns.length === 0) return null
  return (
    <Frame role="region" aria-label={messages.sampleRecords} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((path) => (
              <th key={path} scope="col">
                {path}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.slice(0, rowsMax).map((example, at) => (
            <tr key={at.toString()}>
              {columns.map((path) => (
                <td key={path}>{textOf(valueAt(example, path))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Frame>
  )
}

const isPlain = (value: unknown) => value !== undefined && (typeof value !== 'object' || value === null)

/** A shadow at a side tells that more stands there: its cover scrolls away with the table. */
const Frame = styled.div`
  min-width: 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background:
    linear-gradient(90deg, ${color['bg.surface']} 60%, transparent) 0 0 / 2rem 100% local,
    linear-gradient(270deg, ${color['bg.surface']} 60%, transparent) 100% 0 / 2rem 100% local,
    linear-gradient(90deg, ${color['border.default']}, transparent) 0 0 / 0.75rem 100% scroll,
    linear-gradient(270deg, ${color['border.default']}, transparent) 100% 0 / 0.75rem 100% scroll,
    ${color['bg.surface']};
  background-repeat: no-repeat;
  overflow-x: auto;

  & > table {
    border-collapse: collapse;
    white-space: nowrap;
  }

  & th,
  & td {
    padding: 6px ${space[12]};
    border-bottom: 1px solid ${color['border.subtle']};
    text-align: left;
  }

  & th {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  & tr:last-child > td {
    border-bottom: 0;
  }
`
