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
      "Groups are sent after the source is read to its end. If a run ends earlier, none of its groups is sent. You can't group webhook events, streams, sources that return only changes, or sources that are read in parts.",
      'A sum leaves out missing values. Records without the group field form one group together. If a value is not a number, its group fails and the reason says why. No wrong sum is sent.',
    ],
    related: ['setting-filter', 'group-value', 'group-incomplete'],
  },
  {
    id: 'setting-lines',
    title: 'One line for each item of a list',
    words:
      'split order lines line items one row per item explode flatten unwind array list nested rows from one record several records',
    text: [
      'Orders often contain a list of items. To send one line for each item, select "One line per" in the Mapping step. Then select the list. The panel shows the lines of the sample records.',
      'For example, order SO-1001 has two items in line_items: 2 shirts and 1 scarf. Select line_items, and identify each line by sku. You can then map item.sku, item.quantity and itemNumber, beside the fields of the order:',
      '- number → order, item.sku → product and item.quantity → amount send two lines: SO-1001, shirt, 2 and SO-1001, scarf, 1.',
      '- `number & "-" & itemNumber` names each line: SO-1001-1 and SO-1001-2.',
      '- `item.quantity * item.price` calculates the total of a line.',
      'Select a field that identifies the item in its record, such as sku or id. Then we recognize its line after other items are added or removed. Without such a field, the number of the item identifies the line.',
      'If the list is empty or missing, leave the record out or send one line without an item. The filter and the enrichments apply to whole records, before they become lines.',
      'To keep one record with a list in it, map `number` to lines[*].order beside line_items[*].sku to lines[*].sku. Each item then contains the number of its order.',
      'Each line counts as one record in runs, limits and invoices. The run shows how many records its lines come from.',
    ],
    related: ['builder-mapping', 'setting-filter', 'setting-formulas', 'setting-destinations'],
  },
])
