import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { articleHref } from '#contract/kit/help-links.ts'
import type { ApiKey } from '#contract/settings/api-keys.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import { keyEntryOf } from '../../../machines/settings/api-key-entry.ts'
import { selectCanOpen } from '../../../machines/settings/secret-entry.selectors.ts'
import { copyText } from '../../../services/kit/clipboard.service.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { apiKeyListMachine, apiKeyMachineFor, apiKeyRemovalMachine } from '../../../services/settings/api-keys.actors.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { FilterChips } from '../../kit/controls/FilterChips.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { exactMoment } from '../../kit/format/times.ts'
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
export function ApiKeysTab({ access, title }: SettingsTabProps) {
  const list = useActorRef(
    useMemo(() => apiKeyListMachine(access), [access]),
    { input: { query: {} }, inspect },
  )
  const machine = useMemo(
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
  const actor = useActorRef(machine, { inspect })
  const removal = useActorRef(
    useMemo(
      () =>
        apiKeyRemovalMachine(access, () => {
          toast(messages.removal.done)
          list.send({ type: 'user.refreshed' })
        }),
      [access, list],
    ),
    { inspect },
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
                  onDelete={(key) => removal.send({ type: 'user.planned', action: { kind: 'delete', id: key.id } })}
                />
              )}
              <Removal actor={removal} keys={items} />
            </>
          )
        }}
      </ListFrame>
      <ApiKeyDialogs actor={actor} />
    </PageFrame>
  )
}

type RemovalProps = { readonly actor: Parameters<typeof ConfirmedAction>[0]['actor']; readonly keys: readonly ApiKey[] }

/** Asks before a key is deleted, and says when it was last used. */
function Removal({ actor, keys }: RemovalProps) {
  const action = useSelector(actor, selectAction)
  const key = keys.find(({ id }) => id === action?.id)
  if (action === null || key === undefined) return null
  const { removal } = messages
  return (
    <ConfirmedAction actor={actor} title={removal.title(key.name)} confirm={removal.confirm} isDangerous>
      <p>{key.lastUsedAt === null ? removal.unused : removal.used(exactMoment(new Date(key.lastUsedAt)))}</p>
    </ConfirmedAction>
  )
}
