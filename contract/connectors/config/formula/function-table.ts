/** The functions of formulas, one a line: name, group, values, result, what it makes, an example, and the JSON text of what the example makes. */
export const functionTable = `
text | text | value:any | text | A number or a yes/no value as text | text(12.5) | "12.5"
concat | text | value:any* | text | Joins values. Empty values are left out | concat("C-", 4711) | "C-4711"
textJoin | text | separator:text value:any* | text | Joins values that are not empty with a separator | textJoin(" ", "Ada", "", "Lovelace") | "Ada Lovelace"
trim | text | text | text | Removes spaces at both ends | trim("  tea ") | "tea"
clean | text | text | text | Like trim, and makes one space of several | clean(" green   tea ") | "green tea"
lower | text | text | text | In lower case | lower("Ada@EXAMPLE.com") | "ada@example.com"
upper | text | text | text | In upper case | upper("tea-200") | "TEA-200"
proper | text | text | text | Each word begins with a capital letter | proper("ada LOVELACE") | "Ada Lovelace"
left | text | text count:number | text | The first characters | left("Datacrane", 4) | "Data"
right | text | text count:number | text | The last characters | right("Datacrane", 5) | "crane"
mid | text | text start:number count:number | text | Characters from a place on, counted from 1 | mid("DE-10115-B", 4, 5) | "10115"
length | text | text | number | The number of characters | length("tea") | 3
contains | text | value:any part:any | yesNo | Whether a text has a part, or a list has an item | contains("green tea", "tea") | true
startsWith | text | text part:text | yesNo | Whether a text begins with a part | startsWith("SO-1001", "SO-") | true
endsWith | text | text part:text | yesNo | Whether a text ends with a part | endsWith("photo.png", ".png") | true
like | text | text pattern:text | yesNo | Whether a text fits a pattern: * any characters, ? one character, # one digit | like("SO-1001", "SO-####") | true
replace | text | text find:text by:text | text | Replaces a part wherever it occurs | replace("1-800-55", "-", " ") | "1 800 55"
before | text | text separator:text | text | What is before the first separator, or the whole text | before("ada@example.com", "@") | "ada"
after | text | text separator:text | text | What is after the first separator, or nothing | after("ada@example.com", "@") | "example.com"
part | text | text separator:text number | text | A part between separators, counted from 1 | part("DE;10115;Berlin", ";", 3) | "Berlin"
split | text | text separator:text | list | A list of the parts between separators | split("a;b", ";") | ["a","b"]
padLeft | text | text length:number fill:text? | text | Fills a text at its beginning to a length | padLeft("47", 5, "0") | "00047"
padRight | text | text length:number fill:text? | text | Fills a text at its end to a length | padRight("A", 3, ".") | "A.."
digits | text | text | text | Only the digits of a text | digits("+49 (30) 901-0") | "49309010"
number | number | value:any point:style? | number | A text as a number; with ",", a comma is the decimal sign. Empty text gives nothing | number("1.234,50", ",") | 1234.5
isNumber | number | value:any | yesNo | Whether a value is a number, or a text that is one | isNumber("12a") | false
round | number | number digits:number? mode? | number | Rounds to digits after the point; halves go away from zero. Modes: "up", "down", "halfEven" | round(2.345, 2) | 2.35
floor | number | number | number | The next whole number below | floor(-2.5) | -3
ceil | number | number | number | The next whole number above | ceil(2.1) | 3
abs | number | number | number | The number without its sign | abs(-3.5) | 3.5
sign | number | number | number | -1, 0 or 1 | sign(-20) | -1
mod | number | number by:number | number | What is left of a division | mod(17, 5) | 2
min | number | value:list* | number | The least number | min(4, 2.5, 9) | 2.5
max | number | value:list* | number | The greatest number | max(4, 2.5, 9) | 9
fixed | number | number digits:number | text | A text with so many digits after the point | fixed(2.5, 2) | "2.50"
formatNumber | number | number digits:number point:style? groups:text? | text | A text with a decimal sign of your choice, and a sign between thousands | formatNumber(1234.5, 2, ",", ".") | "1.234,50"
now | date |  | date | When the run started | year(now()) > 2000 | true
today | date | zone? | date | The day on which the run started | length(today("Europe/Brussels")) | 10
parseDate | date | text format zone? | date | Reads a date in a format | parseDate("28/11/2026", "dd/MM/yyyy") | "2026-11-28T00:00:00.000Z"
formatDate | date | date format zone? from:format? | text | Writes a date in a format, in a time zone | formatDate("2026-11-28T23:30:00Z", "dd/MM/yyyy", "Europe/Brussels") | "29/11/2026"
addDays | date | date count:number zone? | date | So many days later | addDays("2026-02-27", 2) | "2026-03-01"
addMonths | date | date count:number zone? | date | So many months later, at most on the last day of the month | addMonths("2026-01-31", 1) | "2026-02-28"
addYears | date | date count:number zone? | date | So many years later | addYears("2024-02-29", 1) | "2025-02-28"
addHours | date | date count:number | date | So many hours later | addHours("2026-11-28T23:00:00Z", 2) | "2026-11-29T01:00:00.000Z"
addMinutes | date | date count:number | date | So many minutes later | addMinutes("2026-11-28T09:00:00Z", 45) | "2026-11-28T09:45:00.000Z"
dateDiff | date | from:date until:date unit zone? | number | Whole years, months, weeks, days, hours, minutes or seconds between two dates | dateDiff("2026-11-01", "2026-11-28", "days") | 27
startOf | date | date unit zone? | date | The beginning of the year, month, week, day or hour | startOf("2026-11-28", "month") | "2026-11-01"
endOf | date | date unit zone? | date | The end of the year, month, week, day or hour | endOf("2026-02-10", "month") | "2026-02-28"
year | date | date zone? | number | The year of a date | year("2026-11-28") | 2026
month | date | date zone? | number | The month of a date, 1 to 12 | month("2026-11-28") | 11
day | date | date zone? | number | The day of the month | day("2026-11-28") | 28
hour | date | date zone? | number | The hour of the day, 0 to 23 | hour("2026-11-28T09:30:00Z", "Europe/Brussels") | 10
weekday | date | date zone? | number | The day of the week, Monday 1 to Sunday 7 | weekday("2026-11-28") | 6
sum | list | list* | number | The sum of numbers; empty items are left out | sum(split("1;2.5;3", ";")) | 6.5
average | list | list* | number | The average of numbers | average(split("1;2", ";")) | 1.5
count | list | list | number | How many items are not empty | count(split("a;b;", ";")) | 2
first | list | list | any | The first item that is not empty | first(split(";b;c", ";")) | "b"
last | list | list | any | The last item that is not empty | last(split("a;b;", ";")) | "b"
item | list | list number | any | An item, counted from 1 | item(split("a;b", ";"), 2) | "b"
join | list | list separator:text | text | Items that are not empty as one text | join(split("a;b", ";"), ", ") | "a, b"
unique | list | list | list | Each item once | unique(split("a;b;a", ";")) | ["a","b"]
if | logic | condition:yesNo then:any else:any? | any | One of two values | if(12 > 10, "large", "small") | "large"
case | logic | value:any is:any then:any else:any* | any | The value that belongs to the first equal one, or the last value | case("FR", "DE", "Germany", "FR", "France", "other") | "France"
coalesce | logic | value:any* | any | The first value that is there | coalesce(null, "b") | "b"
ifEmpty | logic | value:any else:any | any | Another value for an empty one | ifEmpty("", "none") | "none"
isEmpty | logic | value:any | yesNo | Whether a value is missing, or is an empty text or list | isEmpty("") | true
fail | logic | message:text | any | The record fails with this message | if(1 > 0, "ok", fail("Not positive")) | "ok"
hash | privacy | text | text | A code that stands for a value: the same in all connectors of your company, and nothing can be read in it | length(hash("ada@example.com")) | 16
mask | privacy | text shown:number? | text | Hides all but the last characters | mask("DE89370400440532", 4) | "************0532"
`
