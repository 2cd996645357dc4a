import { Pencil, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styled from 'styled-components'

import type { RecordShape, ShapeField } from '#contract/connectors/config/shape.ts'
import { font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Code, Hint, Row, Stack } from '../../kit/layout/blocks.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { SampleTable } from '../lists/SampleTable.tsx'
import { ExampleForm } from './ExampleForm.tsx'
import { FieldForm } from './FieldForm.tsx'
import { sideImportMessages as messages } from './side-imports.messages.ts'

type ShapeCardProps = {
  readonly side: 'source' | 'destination'
  /** Undefined while nothing is known. */
  readonly shape: RecordShape | undefined
  readonly isWritable: boolean
  /** Fields and examples as they are from now on; when that was is up to whoever keeps them. */
  readonly onChange: (shape: Omit<RecordShape, 'takenAt'>) => void
}

const track = 'minmax(8rem, 2fr)'
const narrowTrack = 'minmax(5rem, 1fr)'

/** What is known of the records of a side: where it comes from, its fields, its examples, and the ways to say it by hand. */
export function ShapeCard({ side, shape, isWritable, onChange }: ShapeCardProps) {
  const [edited, setEdited] = useState<ShapeField | null>(null)
  const [removed, setRemoved] = useState<{ readonly at: number; readonly field: ShapeField } | null>(null)
  const { fields = [], examples = [], origin = 'typed' } = shape ?? {}
  const keep = (it: readonly ShapeField[]) =>
    onChange({ fields: [...it], examples, origin: fields.length === 0 ? 'typed' : origin })
  const columns: readonly Column<ShapeField>[] = [
    { id: 'path', title: messages.columns.path, width: track, draw: ({ path }) => <code>{path}</code> },
    {
      id: 'types',
      title: messages.columns.types,
      width: narrowTrack,
      draw: ({ types }) => types.map((type) => messages.types[type]).join(', '),
    },
    {
      id: 'isRequired',
      title: messages.presence[side].title,
      width: narrowTrack,
      draw: ({ isRequired }) => (isRequired ? messages.presence[side].yes : messages.presence[side].no),
    },
    { id: 'description', title: messages.columns.description, width: track, draw: ({ description }) => description ?? null },
    {
      id: 'act',
      title: messages.columns.act,
      width: '6rem',
      draw: (field) => (
        <Row>
          <Button kind="quiet" label={messages.edit(field.path)} isBlocked={!isWritable} onPress={() => setEdited(field)}>
            <Pencil aria-hidden="true" />
          </Button>
          <Button
            kind="quiet"
            label={messages.remove(field.path)}
            isBlocked={!isWritable}
            onPress={() => {
              setRemoved({ at: fields.indexOf(field), field })
              keep(fields.filter((it) => it !== field))
            }}
          >
            <X aria-hidden="true" />
          </Button>
        </Row>
      ),
    },
  ]
  return (
    <Card aria-label={messages.shapeTitle[side]}>
      <Title>{messages.shapeTitle[side]}</Title>
      <Hint>{messages.shapeWhy[side]}</Hint>
      {shape === undefined || fields.length === 0 ? (
        <p>{messages.noFields}</p>
      ) : (
        <>
          <p>
            {messages.origins[origin]} {origin === 'library' ? null : <Moment at={shape.takenAt} />}
          </p>
          <Hint>{examples.length === 0 ? null : messages.exampleCount(examples.length)}</Hint>
          <SampleTable fields={fields} examples={examples} />
          <Table
            name={messages.shapeTitle[side]}
            rows={fields}
            columns={side === 'source' ? columns.slice(0, 4) : columns}
            keyOf={({ path }) => path}
          />
        </>
      )}
      {removed === null ? null : (
        <Row>
          <span role="status">{messages.removed(removed.field.path)}</span>
          <Button
            kind="quiet"
            onPress={() => {
              keep(
                fields.some(({ path }) => path === removed.field.path) ? fields : fields.toSpliced(removed.at, 0, removed.field),
              )
              setRemoved(null)
            }}
          >
            {messages.undo}
          </Button>
        </Row>
      )}
      <Examples examples={examples} />
      <Fieldset disabled={!isWritable}>
        {side === 'source' ? null : (
          <FieldForm
            key={edited?.path ?? ''}
            edited={edited}
            fields={fields}
            onFields={(it) => {
              keep(it)
              setEdited(null)
            }}
          />
        )}
        <ExampleForm onShape={onChange} />
      </Fieldset>
    </Card>
  )
}

/** Of long records the beginning says enough. */
const shownCharacters = 4_000

function Examples({ examples }: { readonly examples: readonly unknown[] }): ReactNode {
  if (examples.length === 0) return null
  return (
    <details>
      <summary>{messages.examples}</summary>
      <Stack>
        {examples.slice(0, 2).map((example, at) => (
          <Code key={at.toString()}>{(JSON.stringify(example, null, 2) ?? '').slice(0, shownCharacters)}</Code>
        ))}
      </Stack>
    </details>
  )
}

const Card = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Title = styled.h2`
  font: ${font.section};
`

const Fieldset = styled.fieldset`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`
