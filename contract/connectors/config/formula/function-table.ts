/** The functions of formulas, one a line: name, group, values, result, what it makes, an example, and the JSON text of what the example makes. */
export const functionTable = `
text | text | value:any | text | Turns a number or a yes/no value into text | text(12.5) | "12.5"
concat | text | value:any* | text | Joins values, without empty values | concat("C-", 4711) | "C-4711"
textJoin | text | separator:text value:any* | text | Joins values with a separator, without empty values | textJoin(" ", "Ada", "", "Lovelace") | "Ada Lovelace"
trim | text | text | text | Removes spaces at both ends | trim("  tea ") | "tea"
clean | text | text | text | Removes spaces at both ends and repeated spaces | clean(" green   tea ") | "green tea"
lower | text | text | text | Changes text to lower case | lower("Ada@EXAMPLE.com") | "ada@example.com"
upper | text | text | text | Changes text to upper case | upper("tea-200") | "TEA-200"
proper | text | text | text | Capitalizes the first letter of each word | proper("ada LOVELACE") | "Ada Lovelace"
left | text | text count:number | text | The first characters | left("Datacrane", 4) | "Data"
right | text | text count:number | text | The last characters | right("Datacrane", 5) | "crane"
mid | text | text start:number count:number | text | Characters from a position. The first position is 1 | mid("DE-10115-B", 4, 5) | "10115"
length | text | text | number | The number of characters | length("tea") | 3
contains | text | value:any part:any | yesNo | Whether text contains a part, or a list contains an item | contains("green tea", "tea") | true
startsWith | text | text part:text | yesNo | Whether text starts with a part | startsWith("SO-1001", "SO-") | true
endsWith | text | text part:text | yesNo | Whether text ends with a part | endsWith("photo.png", ".png") | true
like | text | text pattern:text | yesNo | Whether text matches a pattern. * is any text, ? one character, # one digit | like("SO-1001", "SO-####") | true
replace | text | text find:text by:text | text | Replaces every occurrence of a part | replace("1-800-55", "-", " ") | "1 800 55"
before | text | text separator:text | text | The text before the first separator, or the whole text | before("ada@example.com", "@") | "ada"
after | text | text separator:text | text | The text after the first separator, or nothing | after("ada@example.com", "@") | "example.com"
part | text | text separator:text number | text | One part between separators. The first part is 1 | part("DE;10115;Berlin", ";", 3) | "Berlin"
split | text | text separator:text | list | Splits text into a list at each separator | split("a;b", ";") | ["a","b"]
padLeft | text | text length:number fill:text? | text | Adds characters at the start until the text has this length | padLeft("47", 5, "0") | "00047"
padRight | text | text length:number fill:text? | text | Adds characters at the end until the text has this length | padRight("A", 3, ".") | "A.."
digits | text | text | text | Keeps only the digits | digits("+49 (30) 901-0") | "49309010"
number | number | value:any point:style? | number | Turns text into a number. With ",", the comma is the decimal sign. Empty text has no result | number("1.234,50", ",") | 1234.5
isNumber | number | value:any | yesNo | Whether a value is a number, or text that contains only a number | isNumber("12a") | false
round | number | number digits:number? mode? | number | Rounds to decimal places. Halves round away from zero. Modes are "half", "halfEven", "up" and "down" | round(2.345, 2) | 2.35
floor | number | number | number | Rounds down to a whole number | floor(-2.5) | -3
ceil | number | number | number | Rounds up to a whole number | ceil(2.1) | 3
abs | number | number | number | The number without its sign | abs(-3.5) | 3.5
sign | number | number | number | -1 for a negative number, 0 for zero, 1 for a positive number | sign(-20) | -1
mod | number | number by:number | number | The remainder of a division | mod(17, 5) | 2
min | number | value:list* | number | The smallest number | min(4, 2.5, 9) | 2.5
max | number | value:list* | number | The largest number | max(4, 2.5, 9) | 9
fixed | number | number digits:number | text | Rounds to decimal places and returns text | fixed(2.5, 2) | "2.50"
formatNumber | number | number digits:number point:style? groups:text? | text | Returns text with your decimal sign, and your sign between thousands | formatNumber(1234.5, 2, ",", ".") | "1.234,50"
now | date |  | date | The time when the run started | year(now()) > 2000 | true
today | date | zone? | date | The day when the run started | length(today("Europe/Brussels")) | 10
parseDate | date | text format zone? | date | Reads a date in a format | parseDate("28/11/2026", "dd/MM/yyyy") | "2026-11-28T00:00:00.000Z"
formatDate | date | date format zone? from:format? | text | Writes a date in a format, in a time zone | formatDate("2026-11-28T23:30:00Z", "dd/MM/yyyy", "Europe/Brussels") | "29/11/2026"
addDays | date | date count:number zone? | date | Adds days to a date | addDays("2026-02-27", 2) | "2026-03-01"
addMonths | date | date count:number zone? | date | Adds months to a date. In a shorter month, uses its last day | addMonths("2026-01-31", 1) | "2026-02-28"
addYears | date | date count:number zone? | date | Adds years to a date | addYears("2024-02-29", 1) | "2025-02-28"
addHours | date | date count:number | date | Adds hours to a date | addHours("2026-11-28T23:00:00Z", 2) | "2026-11-29T01:00:00.000Z"
addMinutes | date | date count:number | date | Adds minutes to a date | addMinutes("2026-11-28T09:00:00Z", 45) | "2026-11-28T09:45:00.000Z"
dateDiff | date | from:date until:date unit zone? | number | The whole years, months, weeks, days, hours, minutes or seconds between two dates | dateDiff("2026-11-01", "2026-11-28", "days") | 27
startOf | date | date unit zone? | date | The start of the year, month, week, day, hour, minute or second | startOf("2026-11-28", "month") | "2026-11-01"
endOf | date | date unit zone? | date | The end of the year, month, week, day, hour, minute or second | endOf("2026-02-10", "month") | "2026-02-28"
year | date | date zone? | number | The year of a date | year("2026-11-28") | 2026
month | date | date zone? | number | The month of a date, 1 to 12 | month("2026-11-28") | 11
day | date | date zone? | number | The day of the month | day("2026-11-28") | 28
hour | date | date zone? | number | The hour of the day, 0 to 23 | hour("2026-11-28T09:30:00Z", "Europe/Brussels") | 10
weekday | date | date zone? | number | The day of the week. Monday is 1, Sunday is 7 | weekday("2026-11-28") | 6
sum | list | list* | number | The sum of numbers, without empty items | sum(split("1;2.5;3", ";")) | 6.5
average | list | list* | number | The average of numbers | average(split("1;2", ";")) | 1.5
count | list | list | number | The number of items that are not empty | count(split("a;b;", ";")) | 2
first | list | list | any | The first item that is not empty | first(split(";b;c", ";")) | "b"
last | list | list | any | The last item that is not empty | last(split("a;b;", ";")) | "b"
item | list | list number | any | One item. The first item is 1 | item(split("a;b", ";"), 2) | "b"
join | list | list separator:text | text | Joins items with a separator, without empty items | join(split("a;b", ";"), ", ") | "a, b"
unique | list | list | list | The list without repeated items | unique(split("a;b;a", ";")) | ["a","b"]
if | logic | condition:yesNo then:any else:any? | any | The second value if the condition is true, otherwise the third | if(12 > 10, "large", "small") | "large"
case | logic | value:any is:any then:any else:any* | any | Compares a value with others. Returns the value after the first match, otherwise the last value | case("FR", "DE", "Germany", "FR", "France", "other") | "France"
coalesce | logic | value:any* | any | The first value that is not missing | coalesce(null, "b") | "b"
ifEmpty | logic | value:any else:any | any | Replaces an empty value with another value | ifEmpty("", "none") | "none"
isEmpty | logic | value:any | yesNo | Whether a value is missing or empty | isEmpty("") | true
fail | logic | message:text | any | Fails the record with this message | if(1 > 0, "ok", fail("Not positive")) | "ok"
hash | privacy | text | text | Replaces a value with a code of 16 characters. Equal values have the same code in all connectors of your company | length(hash("ada@example.com")) | 16
mask | privacy | text shown:number? | text | Hides the text, except the last characters if you enter a number | mask("DE89370400440532", 4) | "************0532"
`
