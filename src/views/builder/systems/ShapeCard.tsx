import { lazy, type ReactNode, useState } from 'react'
import styled from 'styled-components'

import type { RecordShape, ShapeField } from '#contract/connectors/config/shape.ts'
import { color, font, space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LazySection } from '../../kit/LazySection.tsx'
import { Code, Hint, Row, Stack } from '../../kit/layout/blocks.ts'
import { Chip } from '../../kit/text/Chip.ts'
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
  /** False where the records are shown elsewhere. */
  readonly hasSample?: boolean
  /** Fields and examples as they are from now on; when that was is up to whoever keeps them. */
  readonly onChange: (shape: Omit<RecordShape, 'takenAt'>) => void
}

const FieldTable = lazy(async () => ({ default: (await import('../lists/FieldTable.tsx')).FieldTable }))

/** What is known of the records of a side: where it comes from, its fields, its examples, and the ways to say it by hand. */
export function ShapeCard({ side, shape, isWritable, hasSample = true, onChange }: ShapeCardProps) {
  const [edited, setEdited] = useState<ShapeField | null>(null)
  const [removed, setRemoved] = useState<{ readonly at: number; readonly field: ShapeField } | null>(null)
  const { fields = [], examples = [], origin = 'typed' } = shape ?? {}
  const keep = (it: readonly ShapeField[]) =>
    onChange({ fields: [...it], examples, origin: fields.length === 0 ? 'typed' : origin })
  return (
    <Card aria-label={messages.shapeTitle[side]}>
      <Title>{messages.shapeTitle[side]}</Title>
      {shape === undefined || fields.length === 0 ? (
        <Hint>{messages.shapeWhy[side]}</Hint>
      ) : (
        <>
          <Hint>
            {messages.origins[origin]} {origin === 'library' ? null : <Moment at={shape.takenAt} />}
            {examples.length === 0 ? null : ` · ${messages.exampleCount(examples.length)}`}
          </Hint>
          {side === 'source' ? (
            <>
              {hasSample ? <SampleTable fields={fields} examples={examples} /> : null}
              <FieldChips name={messages.shapeTitle[side]} fields={fields} />
            </>
          ) : (
            <LazySection>
              <FieldTable
                side={side}
                fields={fields}
                isWritable={isWritable}
                onEdit={setEdited}
                onRemove={(field) => {
                  setRemoved({ at: fields.indexOf(field), field })
                  keep(fields.filter((it) => it !== field))
                }}
              />
            </LazySection>
          )}
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
        {/* A destination tells its fields to nobody: an example is the usual way. */}
        <ExampleForm onShape={onChange} isOpen={side === 'destination' && fields.length === 0} />
      </Fieldset>
    </Card>
  )
}

/** Fields that are shown at once; the mapping finds all of them. */
const chipsMax = 60

/** Each field with its type; one that is not in every record says so. */
function FieldChips({ name, fields }: { readonly name: string; readonly fields: readonly ShapeField[] }) {
  return (
    <Chips aria-label={name}>
      {fields.slice(0, chipsMax).map(({ path, types, isRequired, description }) => (
        <Chip as="li" key={path} title={[isRequired ? '' : messages.presence.source.no, description].filter(Boolean).join(' · ')}>
          <span>{path}</span>
          <small> {types.map((type) => messages.types[type]).join(', ')}</small>
          {isRequired ? null : <small> · {messages.notAlways}</small>}
        </Chip>
      ))}
      {fields.length > chipsMax ? <li>{messages.moreFields(fields.length - chipsMax)}</li> : null}
    </Chips>
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

const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]};
  margin: 0;
  padding: 0;
  list-style: none;

  & small {
    color: ${color['text.muted']};
    font: inherit;
  }
`

const Card = styled.section`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Title = styled.h2`
  font: ${font.section};
`

/** With the gap that folds in a row share their line by. */
const Fieldset = styled.fieldset`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`
