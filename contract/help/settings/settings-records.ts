/** Articles about what happens to records between reading and sending. */
import type { Article } from '../article.ts'

type Written = Omit<Article, 'kind'>
const settings = (list: readonly Written[]): readonly Article[] => list.map((each) => ({ kind: 'setting', ...each }))

export const recordSettingArticles = settings([
  {
    id: 'setting-groups',
    title: 'Groups: one record for several',
    words:
      'group records sum count total per customer order min max first last list unique aggregate group by one record per group pivot',
    text: [
      'A connector can combine records. For example, all orders of a customer become one record with a count and a total. You choose the fields to group by. Each other field is a sum, count, minimum, maximum, first value, last value or list.',
      'Example: 10,000 orders have the fields customer and amount. Group them by customer, with total as the sum of amount. 250 customers then make 250 records with the fields customer and total. The mapping reads these two fields.',
      'If records become lines, the lines are grouped. With several destinations, their conditions read the fields of the group.',
      'Groups are sent after the source is read to its end. If a run ends earlier, none of its groups is sent. Webhooks, streams, sources that return only changes, and sources that are read in parts have no groups.',
      'A sum leaves out missing values. Records without the group field form one group together. If a value is not a number, its group fails and the reason says why. No wrong sum is sent.',
    ],
    related: ['setting-filter', 'group-value', 'group-incomplete'],
  },
])
