import { useSelector } from '@xstate/react'
import type { CompanyBackup } from '#contract/settings/retention/backups.ts'
import { retentionChoices } from '#contract/settings/retention/retention-limits.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectCanChange, selectDraft } from '#src/machines/kit/settings-section.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import type { TableFileActor } from '../../../machines/kit/request.machine.ts'
import type { SettingsSectionActor } from '../../../machines/kit/settings-section.machine.ts'
import { faultOfBackups, type RetentionDraft } from '../../../machines/settings/retention-draft.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { number } from '../../kit/format/numbers.ts'
import { bytes } from '../../kit/format/sizes.ts'
import { Row } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { type Column, Table } from '../../kit/layout/Table.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { Fields } from '../security/parts.tsx'
import { retentionMessages } from './retention.messages.ts'

const messages = retentionMessages.backups

type BackupsCardProps = {
  readonly section: SettingsSectionActor
  readonly list: ListActor
  readonly action: ConfirmedActionActor
  readonly file: TableFileActor
}

/** How long backups are kept, and those that there are. */
export function BackupsCard({ section, list, action, file }: BackupsCardProps) {
  const draft = useSelector(section, selectDraft<RetentionDraft>)
  const canChange = useSelector(section, selectCanChange)
  const problem = useContextOf(file, 'problem')
  const isBusy = useIsBusy(file)
  const change = (it: Partial<RetentionDraft>) => section.send({ type: 'user.changed', change: it })
  return (
    <SettingsCard
      title={messages.title}
      sub={messages.sub}
      aside={
        <Button onPress={() => action.send({ type: 'user.planned', action: { kind: 'make', id: '' } })}>{messages.make}</Button>
      }
    >
      <Fields>
        <Select
          label={retentionMessages.period}
          options={Object.fromEntries(retentionChoices.backups.map((days) => [String(days), retentionMessages.days(days)]))}
          value={draft.backups}
          isBlocked={!canChange}
          onChoose={(backups) => change({ backups })}
        />
        <Field
          label={messages.most}
          inputMode="numeric"
          value={draft.maxBackupsToKeep}
          isBlocked={!canChange}
          error={faultOfBackups(draft)}
          onWrite={(text) => change({ maxBackupsToKeep: text.slice(0, 4) })}
        />
      </Fields>
      <Switch
        label={messages.cleanup}
        hint={messages.cleanupHint}
        isOn={draft.autoCleanup}
        isBlocked={!canChange}
        onTurn={(autoCleanup) => change({ autoCleanup })}
      />
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <ListFrame<CompanyBackup> actor={list} name={messages.name} isBare empty={<p>{messages.none}</p>}>
        {({ items }) => (
          <Table
            name={messages.table}
            rows={items}
            keyOf={({ id }) => id}
            columns={columnsOf(isBusy, {
              onRestore: (id) => action.send({ type: 'user.planned', action: { kind: 'restore', id, choice: '' } }),
              onDownload: (id) => file.send({ type: 'user.requested', change: { id } }),
            })}
          />
        )}
      </ListFrame>
      <Planned list={list} action={action} />
    </SettingsCard>
  )
}

function Planned({ list, action: actor }: Pick<BackupsCardProps, 'list' | 'action'>) {
  const action = useSelector(actor, selectAction)
  const backups = (useContextOf(list, 'page')?.items ?? []) as readonly CompanyBackup[]
  if (action === null) return null
  if (action.kind === 'make') {
    return (
      <ConfirmedAction actor={actor} title={messages.makeTitle} confirm={messages.make}>
        <p>{messages.makeText}</p>
      </ConfirmedAction>
    )
  }
  const { connectors = [] } = backups.find(({ id }) => id === action.id) ?? {}
  const options = { '': messages.all(connectors.length), ...Object.fromEntries(connectors.map(({ id, name }) => [id, name])) }
  return (
    <ConfirmedAction actor={actor} title={messages.restoreTitle} confirm={messages.restoreButton}>
      <p>{messages.restoreText}</p>
      <Select
        label={messages.which}
        options={options as Record<string, string>}
        value={action.choice ?? ''}
        onChoose={(choice) => actor.send({ type: 'user.chose', choice })}
      />
    </ConfirmedAction>
  )
}

type Actions = { readonly onRestore: (id: string) => void; readonly onDownload: (id: string) => void }

function columnsOf(isBusy: boolean, { onRestore, onDownload }: Actions): readonly Column<CompanyBackup>[] {
  const { columns: heads } = messages
  return [
    { id: 'at', title: heads.at, width: 'minmax(7rem, 1fr)', draw: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'connectors',
      title: heads.connectors,
      width: '7rem',
      isNumeric: true,
      draw: ({ connectors }) => number(connectors.length),
    },
    { id: 'size', title: heads.size, width: '6rem', isNumeric: true, draw: (it) => bytes(it.bytes) },
    {
      id: 'actions',
      title: heads.actions,
      onPhone: 'actions',
      width: 'minmax(13rem, 1fr)',
      draw: ({ id }) => (
        <Row>
          <Button onPress={() => onRestore(id)}>{messages.restore}</Button>
          <Button kind="quiet" isBlocked={isBusy} onPress={() => onDownload(id)}>
            {messages.download}
          </Button>
        </Row>
      ),
    },
  ]
}
