import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { countryNames } from '#contract/billing/countries.ts'
import type { PaymentMethods, PaymentProviderName } from '#contract/billing/payment-methods.ts'
import type { BillingProfile } from '#contract/billing/profiles.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { Entry } from '../../../machines/kit/entry-dialog.machine.ts'
import {
  methodListMachine,
  profileEntryFor,
  profileListMachine,
  profileRemovalMachine,
} from '../../../services/billing/payments.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { SearchBox } from '../../kit/controls/search-box.ts'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { ToolbarSelect } from '../../kit/layout/ToolbarSelect.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { ProfileDialog } from './ProfileDialog.tsx'
import { ProfileTable } from './ProfileTable.tsx'
import { profileMessages as messages } from './profiles.messages.ts'

/** The fields of a billing profile as they are written in its dialog. */
const written = (isOn: boolean) => (isOn ? 'yes' : '')

/** What the dialog of a card begins with. */
type CardEntry = { readonly provider: PaymentProviderName; readonly holder: string }

/** @param primary whose address is the billing account's. */
const newEntry = (primary: BillingProfile | undefined, card: CardEntry): Entry => ({
  ...card,
  ...{
    id: '',
    name: '',
    receiveInvoices: 'yes',
    country: primary?.country ?? '',
    vatNumber: '',
    address: '',
    methodId: '',
    isPrimary: '',
  },
  ...{ isSameAddress: '', billingAddress: primary?.address ?? '' },
})

const entryOf = (it: BillingProfile, primary: BillingProfile | undefined, card: CardEntry): Entry => ({
  ...card,
  ...{
    id: it.id,
    name: it.name,
    country: it.country ?? '',
    vatNumber: it.vatNumber,
    address: it.address,
    methodId: it.methodId ?? '',
  },
  ...{ receiveInvoices: written(it.receiveInvoices), isPrimary: written(it.isPrimary), revision: String(it.revision) },
  ...{ isSameAddress: '', billingAddress: primary?.id === it.id ? '' : (primary?.address ?? '') },
})

const statuses = ['any', 'active', 'inactive'] as const

/** Who receives invoices, and how they are paid. Search and status stand in the address. */
export function ProfilesSection({ holder }: { readonly holder: string }) {
  const access = useAccess()
  const { read, move } = usePlace()
  const search = read('search') ?? ''
  const status = statuses.find((it) => it === read('status')) ?? 'any'
  const actor = useMachine(() => profileListMachine(access), [access], { query: {} })
  const methods = useMachine(() => methodListMachine(access), [access], { query: {} })
  const saved = useSelector(methods, selectPage<PaymentMethods>)?.items[0]
  const provider = saved?.provider ?? 'none'
  const [entry, removal] = useMemo(() => {
    const done = (message: string) => () => {
      toast(message)
      actor.send({ type: 'user.refreshed' })
    }
    const card = () => methods.send({ type: 'user.refreshed' })
    return [
      profileEntryFor(access, { saved: done(messages.saved), card }),
      profileRemovalMachine(access, done(messages.removed)),
    ] as const
  }, [access, actor, methods])
  const editing = useMachine(() => entry, [entry])
  const removing = useMachine(() => removal, [removal])
  const open = (all: readonly BillingProfile[], profile: BillingProfile | null) => {
    const primary = all.find(({ isPrimary }) => isPrimary)
    const written = profile === null ? newEntry(primary, { provider, holder }) : entryOf(profile, primary, { provider, holder })
    editing.send({ type: 'user.opened', entry: written, hasPrimary: primary !== undefined && primary.id !== profile?.id })
  }
  const add = (all: readonly BillingProfile[]) => (
    <Button kind="primary" onPress={() => open(all, null)}>
      {messages.add}
    </Button>
  )
  return (
    <>
      <ListFrame<BillingProfile>
        actor={actor}
        name={messages.name}
        isBare
        empty={
          <EmptyState title={messages.none}>
            <p>{provider === 'none' ? messages.noneWhy : messages.noneWhyCards}</p>
            {add([])}
          </EmptyState>
        }
      >
        {({ items }) => {
          const found = items.filter(
            (it) => it.name.toLowerCase().includes(search.trim().toLowerCase()) && (status === 'any' || it.status === status),
          )
          return (
            <Stack>
              <Toolbar tools={add(items)}>
                <SearchBox
                  type="search"
                  aria-label={messages.search}
                  placeholder={messages.search}
                  value={search}
                  onChange={({ target }) => move({ search: target.value }, true)}
                />
                <ToolbarSelect
                  label={messages.status}
                  isLabelUnseen
                  options={messages.statuses}
                  value={status}
                  onChoose={(it) => move({ status: it === 'any' ? null : it })}
                />
              </Toolbar>
              {found.length === 0 ? (
                <EmptyState title={messages.noneFound}>
                  <p>{messages.noneFoundWhy}</p>
                </EmptyState>
              ) : (
                <ProfileTable
                  profiles={found}
                  onEdit={(it) => open(items, it)}
                  onRemove={({ id }) => removing.send({ type: 'user.planned', action: { kind: 'remove', id } })}
                />
              )}
              <Hint>{messages.note}</Hint>
              <ProfileRemoval actor={removing} profiles={items} />
            </Stack>
          )
        }}
      </ListFrame>
      <ProfileDialog actor={editing} provider={provider} cards={saved?.paymentMethods ?? []} countries={countryNames} />
    </>
  )
}

type ProfileRemovalProps = { readonly actor: ConfirmedActionActor; readonly profiles: readonly BillingProfile[] }

/** Asks before a billing profile is deleted. */
function ProfileRemoval({ actor, profiles }: ProfileRemovalProps) {
  const action = useSelector(actor, selectAction)
  const profile = profiles.find(({ id }) => id === action?.id)
  if (profile === undefined) return null
  return (
    <ConfirmedAction actor={actor} title={messages.removeTitle(profile.name)} confirm={messages.remove} isDangerous>
      <p>{messages.removeText}</p>
    </ConfirmedAction>
  )
}
