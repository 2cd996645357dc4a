import styled from 'styled-components'

import type { AuditRecord } from '#contract/kit/audit.ts'
import { type AuditAction, auditActions } from '#contract/kit/audit-actions.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import type { TableFileActor } from '../../../machines/kit/request.machine.ts'
import { color, font, radius, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Pager } from '../../kit/controls/Pager.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ExportButton } from '../../kit/layout/ExportButton.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { auditMessages as messages } from './audit.messages.ts'

type AuditTableProps = {
  readonly actor: ListActor
  readonly file: TableFileActor
  readonly page: number
  readonly openId: string | null
  /** Null while no filter is set. */
  readonly onClear: (() => void) | null
  readonly onPage: (page: number) => void
  readonly onOpen: (id: string) => void
}

const pageSize = 10
const { columns: heads } = messages

const nameOf = (action: string) => (action in auditActions ? auditActions[action as AuditAction] : action)
const whoOf = ({ actor: { kind, name, email } }: AuditRecord) =>
  kind === 'key' && name !== null ? messages.key(name) : (name ?? email ?? messages.kinds[kind])

const targetOf = ({ target }: AuditRecord) => (target === null ? messages.absent : (target.id ?? target.type))

/** What people call it, where the record says so. */
function nameIn(value: unknown): string | null {
  const { name } = (typeof value === 'object' ? (value ?? {}) : {}) as { readonly name?: unknown }
  return typeof name === 'string' ? name : null
}

const columns: readonly Column<AuditRecord>[] = [
  { id: 'at', onPhone: 'plain', title: heads.at, width: '7.5rem', draw: ({ at }) => <Moment at={at} /> },
  {
    id: 'action',
    onPhone: 'name',
    title: heads.action,
    width: 'minmax(9rem, 1.4fr)',
    draw: ({ action }) => <Named>{nameOf(action)}</Named>,
  },
  {
    id: 'who',
    title: heads.who,
    onPhone: 'plain',
    width: 'minmax(8rem, 1.2fr)',
    draw: (record) => <span title={record.actor.email ?? undefined}>{whoOf(record)}</span>,
  },
  {
    id: 'target',
    title: heads.target,
    onPhone: 'plain',
    width: 'minmax(8rem, 1.4fr)',
    draw: (record) => record.target?.name ?? nameIn(record.after) ?? nameIn(record.before) ?? <Target>{targetOf(record)}</Target>,
  },
  {
    id: 'address',
    onPhone: 'rest',
    title: heads.address,
    width: 'minmax(7rem, 1fr)',
    draw: ({ address }) => address ?? messages.absent,
  },
]

/** Changes, newest first. A row opens what was before and after, without secrets. */
export function AuditTable({ actor, file, page, openId, onClear, onPage, onOpen }: AuditTableProps) {
  return (
    <ListFrame<AuditRecord>
      actor={actor}
      name={messages.name}
      tools={<ExportButton actor={file} />}
      empty={
        <EmptyState title={messages.none}>
          {onClear === null ? null : (
            <>
              <p>{messages.noneHere}</p>
              <Button onPress={onClear}>{messages.clear}</Button>
            </>
          )}
        </EmptyState>
      }
    >
      {({ items, total }) => (
        <>
          <Table
            name={messages.name}
            rows={items}
            columns={columns}
            keyOf={({ id }) => String(id)}
            openKey={openId}
            onOpen={({ id }) => onOpen(String(id))}
            drawOpened={(record) => <Details record={record} />}
            isOneLine
          />
          <Pager name={messages.name} page={page} pageSize={pageSize} total={total} onPage={onPage} />
        </>
      )}
    </ListFrame>
  )
}

function Details({ record: { before, after } }: { readonly record: AuditRecord }) {
  if (before === null && after === null) return <p>{messages.noDetails}</p>
  return (
    <Sides>
      {before === null ? null : <Side name={messages.before} value={before} />}
      {after === null ? null : <Side name={messages.after} value={after} />}
    </Sides>
  )
}

function Side({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <div>
      <h2>{name}</h2>
      <Text tabIndex={0} role="region" aria-label={name}>
        {JSON.stringify(value, null, 2)}
      </Text>
    </div>
  )
}

const Named = styled.strong`
  font: ${font.strong};
`

const Target = styled.span`
  color: ${color['text.muted']};
  font: ${font.code};
`

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr));
  gap: ${space[12]};

  & h2 {
    margin-bottom: ${space[4]};
    font: ${font.strong};
  }
`

const Text = styled.pre`
  max-height: 20rem;
  margin: 0;
  padding: ${space[12]};
  overflow: auto;
  border: 1px solid ${color['border.default']};
  border-radius: ${radius.control};
  font: ${font.code};
`
