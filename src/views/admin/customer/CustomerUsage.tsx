import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import { BarChart } from '../../kit/charts/Chart.tsx'
import type { ChartSeries } from '../../kit/charts/chart.ts'
import { number } from '../../kit/format/numbers.ts'
import { calendarDay, calendarTick, monthOf } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { customerMessages } from './customer.messages.ts'

const messages = customerMessages.usage
const series: readonly ChartSeries[] = [{ name: messages.records, role: 'chart.1' }]

/** Charged records of this month by day; today goes on. */
export function CustomerUsage({ usage }: Pick<CustomerSummary, 'usage'>) {
  const sum = usage.reduce((total, { records }) => total + records, 0)
  const first = usage[0]
  if (sum === 0 || first === undefined) return <Hint>{messages.none}</Hint>
  return (
    <BarChart
      isFlat
      title={messages.chart}
      series={series}
      points={usage.map(({ day, records }, at) => ({
        ...{ key: day, tick: calendarTick(day), title: calendarDay(day), values: [records] },
        isOpen: at === usage.length - 1,
      }))}
      empty={messages.none}
      write={number}
    >
      {messages.sum(number(sum), monthOf(first.day))}
    </BarChart>
  )
}
