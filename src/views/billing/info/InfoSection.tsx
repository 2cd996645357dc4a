import type { AccountInfo } from '#contract/billing/invoices.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { accountInfoMachine } from '../../../services/billing/invoices.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { InfoStats, OtherDue, PaymentsChart } from './InfoStats.tsx'
import { infoSectionMessages as messages } from './info-section.messages.ts'

/** What is due, and what was paid in the last twelve months. A company that never had an invoice sees nothing of it. */
export function InfoSection() {
  const access = useAccess()
  const actor = useMachine(() => accountInfoMachine(access), [access], { query: {} })
  return (
    <ListFrame<AccountInfo> actor={actor} name={messages.name} empty={null} isBare isLow>
      {({ items }) =>
        items.filter(hasInvoices).map((info) => (
          <Stack key="info">
            <SectionHeader title={messages.title} />
            <InfoStats info={info} />
            <PaymentsChart info={info} />
            {info.otherCurrencies.map((other) => (
              <Stack key={other.currency}>
                <OtherDue other={other} />
                <PaymentsChart info={other} isOther />
              </Stack>
            ))}
          </Stack>
        ))
      }
    </ListFrame>
  )
}

const hasInvoices = ({ currentDue, monthlyPayments, otherCurrencies }: AccountInfo) =>
  currentDue > 0 || otherCurrencies.length > 0 || monthlyPayments.some(({ amount }) => amount > 0)
