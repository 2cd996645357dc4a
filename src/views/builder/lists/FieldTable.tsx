import { Pencil, X } from 'lucide-react'

import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Row } from '../../kit/layout/blocks.ts'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { sideImportMessages as messages } from '../systems/side-imports.messages.ts'

type FieldTableProps = {
  readonly side: 'source' | 'destination'
  readonly fields: readonly ShapeField[]
  readonly isWritable: boolean
  readonly onEdit: (field: ShapeField) => void
  readonly onRemove: (field: ShapeField) => void
}

const track = 'minmax(8rem, 2fr)'
const narrowTrack = 'minmax(5rem, 1fr)'

/** The fields of a side with what is known of each. Loaded with the first field: many connectors have none yet. */
export function FieldTable({ side, fields, isWritable, onEdit, onRemove }: FieldTableProps) {
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
          <Button kind="quiet" label={messages.edit(field.path)} isBlocked={!isWritable} onPress={() => onEdit(field)}>
            <Pencil aria-hidden="true" />
          </Button>
          <Button kind="quiet" label={messages.remove(field.path)} isBlocked={!isWritable} onPress={() => onRemove(field)}>
            <X aria-hidden="true" />
          </Button>
        </Row>
      ),
    },
  ]
  return <Table name={messages.shapeTitle[side]} rows={fields} columns={columns} keyOf={({ path }) => path} />
}
