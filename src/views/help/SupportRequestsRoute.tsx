import { supportStates } from '#contract/help/support-request.lifecycle.ts'
import { FilterChips } from '../kit/controls/FilterChips.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { usePlace } from '../kit/use-place.ts'
import { FiguresSection } from './figures/FiguresSection.tsx'
import { helpMessages } from './help.messages.ts'
import { ReceivedSection } from './received/ReceivedSection.tsx'

const messages = helpMessages.received
const names = { all: messages.all, ...helpMessages.support.status }

/** What people of all companies wrote to support, for the operator. Status, page and open row stand in the address. */
export function SupportRequestsRoute({ title }: { readonly title: string }) {
  const { read, page, move } = usePlace()
  const status = supportStates.find((each) => each === read('status'))
  return (
    <PageFrame title={title}>
      <FilterChips
        label={helpMessages.support.columns.status}
        options={(['all', ...supportStates] as const).map((value) => ({ value, name: names[value], count: null }))}
        value={status ?? 'all'}
        onChoose={(it) => move({ status: it === 'all' ? null : it, page: null, open: null })}
      />
      <ReceivedSection key={`${page} ${status}`} status={status} />
      <FiguresSection />
    </PageFrame>
  )
}
