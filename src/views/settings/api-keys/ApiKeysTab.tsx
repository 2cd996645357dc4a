import { useSelector } from '@xstate/react'
import { articleHref } from '#contract/kit/help-links.ts'
import { apiKeyRightsOf } from '#contract/settings/api-key-rights.ts'
import type { ApiKey } from '#contract/settings/api-keys.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { keyEntryOf } from '../../../machines/settings/api-key-entry.ts'
import { selectCanOpen } from '../../../machines/settings/secret-entry.selectors.ts'
import { copyText } from '../../../services/kit/clipboard.service.ts'
import { apiKeyEndingMachine, apiKeyListMachine, apiKeyMachineFor } from '../../../services/settings/api-keys.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { exactMoment } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { NewSecretNote } from '../NewSecretNote.tsx'
import { settingsPageMessages } from '../settings.messages.ts'
import type { SettingsTabProps } from '../settings-tab.ts'
import { ApiKeyDialogs } from './ApiKeyDialogs.tsx'
import { ApiKeyTable } from './ApiKeyTable.tsx'
import { apiKeyMessages as messages } from './api-keys.messages.ts'

const statuses = ['Active', 'Inactive', 'Expired', 'Owner gone'] as const

const copyPrefix = (prefix: string) =>
  void copyText(prefix).then((isCopied) => toast(isCopied ? messages.prefixCopied : messages.notCopied))
const subjectOf = ({ id, name, revision }: ApiKey) => ({ id, name, revision })

/** API keys of the company: listed, created and shown once, changed, replaced, deleted. */
export function ApiKeysTab({ user, title }: SettingsTabProps) {
  const access = useAccess()
  const list = useMachine(() => apiKeyListMachine(access), [access], { query: {} })
  const actor = useMachine(
    () =>
      apiKeyMachineFor(access, {
        saved: () => {
          toast(messages.saved)
          list.send({ type: 'user.refreshed' })
        },
        copied: () => void toast(messages.copied),
      }),
    [access, list],
  )
  const ending = useMachine(
    () =>
      apiKeyEndingMachine(access, (kind) => {
        toast(kind === 'switchOff' ? messages.switchingOff.done : messages.removal.done)
        list.send({ type: 'user.refreshed' })
      }),
    [access, list],
  )
  const canOpen = useSelector(actor, selectCanOpen)
  const { read, move } = usePlace()
  const status = statuses.find((each) => each === read('status')) ?? 'all'
  return (
    <PageFrame
      title={title}
      where={settingsPageMessages.page}
      sub={messages.sub}
      actions={
        <Button
          kind="primary"
          isBlocked={!canOpen}
          onPress={() => actor.send({ type: 'user.opened', subject: null, entry: keyEntryOf(null) })}
        >
          {messages.add}
        </Button>
      }
    >
      <p>
        <PlainLink href={articleHref('setting-api-documentation')}>{messages.documentation}</PlainLink>
      </p>
      <NewSecretNote actor={actor} messages={messages} />
      <ListFrame<ApiKey>
        actor={list}
        name={messages.list}
        isBare
        empty={<EmptyState title={messages.none}>{messages.firstStep}</EmptyState>}
      >
        {({ items }) => {
          const of = (wanted: string) => items.filter((key) => wanted === 'all' || key.status === wanted)
          const shown = of(status)
          return (
            <>
              <FilterChips
                label={messages.filter}
                value={status}
                options={[
                  { value: 'all' as const, name: messages.all, count: items.length },
                  ...statuses
                    .filter((each) => each === status || of(each).length > 0)
                    .map((value) => ({ value, name: messages.statuses[value], count: of(value).length })),
                ]}
                onChoose={(value) => move({ status: value === 'all' ? null : value })}
              />
              {shown.length === 0 ? (
                <p>{messages.noneFits}</p>
              ) : (
                <ApiKeyTable
                  keys={shown}
                  isBlocked={!canOpen}
                  onEdit={(key) => actor.send({ type: 'user.opened', subject: subjectOf(key), entry: keyEntryOf(key) })}
                  onReplace={(key) => actor.send({ type: 'user.replaced', subject: subjectOf(key) })}
                  onCopyPrefix={copyPrefix}
                  rightsTo={({ createdBy }) => apiKeyRightsOf({ id: user._id, role: user.role }, createdBy)}
                  onSwitchOff={({ id }) => ending.send({ type: 'user.planned', action: { kind: 'switchOff', id } })}
                  onDelete={({ id }) => ending.send({ type: 'user.planned', action: { kind: 'delete', id } })}
                />
              )}
              {shown.some(({ createdBy }) => createdBy.id !== user._id) ? (
                <Hint>{user.role === 'SUPER_ADMIN' ? messages.ofOthers : messages.ofOthersAndSuper}</Hint>
              ) : null}
              <Ending actor={ending} keys={items} />
            </>
          )
        }}
      </ListFrame>
      <ApiKeyDialogs actor={actor} />
    </PageFrame>
  )
}

type EndingProps = { readonly actor: Parameters<typeof ConfirmedAction>[0]['actor']; readonly keys: readonly ApiKey[] }

/** Asks before a key is deleted or switched off, and says when it was last used. */
function Ending({ actor, keys }: EndingProps) {
  const action = useSelector(actor, selectAction)
  const key = keys.find(({ id }) => id === action?.id)
  if (action === null || key === undefined) return null
  const { removal, switchingOff } = messages
  const { title, confirm } = action.kind === 'switchOff' ? switchingOff : removal
  return (
    <ConfirmedAction actor={actor} title={title(key.name)} confirm={confirm} isDangerous>
      <p>{key.lastUsedAt === null ? removal.unused : removal.used(exactMoment(new Date(key.lastUsedAt)))}</p>
      {action.kind === 'switchOff' ? <p>{switchingOff.text(key.createdBy.name)}</p> : null}
    </ConfirmedAction>
  )
}
