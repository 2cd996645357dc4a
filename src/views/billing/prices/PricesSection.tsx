import type { ListedPriceBook, PriceBook } from '#contract/billing/price-book.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { entryOf } from '../../../machines/billing/price-book-entry.ts'
import { priceBooksMachine, pricesMachine } from '../../../services/billing/prices.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { PriceBooks } from './PriceBooks.tsx'
import { PricesDialog } from './PricesDialog.tsx'
import { pricesMessages as messages } from './prices.messages.ts'

/** Versions of the price book, for the operator. */
export function PricesSection() {
  const access = useAccess()
  const actor = useMachine(() => priceBooksMachine(access), [access], { query: {} })
  const editing = useMachine(
    () =>
      pricesMachine(access, () => {
        toast(messages.saved)
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor],
  )
  const open = (newest: PriceBook | undefined) => {
    if (newest !== undefined) editing.send({ type: 'user.opened', entry: entryOf(newest) })
  }
  return (
    <ListFrame<ListedPriceBook> actor={actor} name={messages.name} empty={null} isBare>
      {({ items }) => (
        <SettingsCard
          title={messages.title}
          sub={messages.sub}
          aside={<Button onPress={() => open(items[0])}>{messages.edit}</Button>}
        >
          <PriceBooks books={items} />
          <PricesDialog actor={editing} />
        </SettingsCard>
      )}
    </ListFrame>
  )
}
