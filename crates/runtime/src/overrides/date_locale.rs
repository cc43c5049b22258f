//! Fault (boa_engine 0.22 without its `intl` feature): the three `toLocale...String` methods of dates give `toString`'s text.
//!
//! This is the format of en-US in UTC, whatever the locale and the time zone asked for: numeric and written dates, times, the
//! four styles. Other languages, zones, eras and fractions are a limitation. Test: `tests/programs/dates.js`.

use boa_engine::{Context, JsArgs, JsNativeError, JsObject, JsResult, JsString, JsValue, js_string};

use super::date_parse::{days_from_civil, this_time};
use super::locale_compare::{choice, locale};

pub(super) fn apply(context: &mut Context) -> JsResult<()> {
    let prototype = context.intrinsics().constructors().date().prototype();
    super::method(&prototype, "toLocaleDateString", 0, to_locale_date_string, context)?;
    super::method(&prototype, "toLocaleTimeString", 0, to_locale_time_string, context)?;
    super::method(&prototype, "toLocaleString", 0, to_locale_string, context)?;
    Ok(())
}

/// What a method prints where its options ask for nothing.
#[derive(Clone, Copy, PartialEq)]
enum Default {
    Date,
    Time,
    Both,
}

fn to_locale_date_string(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    print(this, args, Default::Date, context)
}

fn to_locale_time_string(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    print(this, args, Default::Time, context)
}

fn to_locale_string(this: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    print(this, args, Default::Both, context)
}

fn print(this: &JsValue, args: &[JsValue], default: Default, context: &mut Context) -> JsResult<JsValue> {
    let time = this_time(this, context)?;
    // Node looks at the arguments of valid dates alone.
    if time.is_nan() {
        return Ok(js_string!("Invalid Date").into());
    }
    locale(args.get_or_undefined(0), context)?;
    let format = read(args.get_or_undefined(1), default, context)?;
    #[expect(clippy::cast_possible_truncation, reason = "time values are integers within 2**53")]
    let moment = Moment::new(time as i64);
    Ok(JsString::from(format.print(&moment)).into())
}

/// How a part is written; the first choice of its option comes first.
type Written = Option<usize>;

const NUMERIC: Written = Some(0);
const TWO_DIGITS: Written = Some(1);
const LONG: usize = 2;
const SHORT: usize = 3;

#[derive(Default)]
struct Format {
    weekday: Written,
    year: Written,
    /// `numeric`, `2-digit`, `long`, `short`, `narrow`.
    month: Written,
    day: Written,
    hour: Written,
    minute: Written,
    second: Written,
    zone: Written,
    cycle: Cycle,
    /// Month names are written out in a style, so that date and time are joined by "at".
    full_date: bool,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Cycle {
    #[default]
    Twelve,
    /// 0 to 23.
    TwentyFour,
    /// 1 to 24: what en-US makes of `hour12: false`.
    OneToTwentyFour,
}

fn read(options: &JsValue, default: Default, context: &mut Context) -> JsResult<Format> {
    const WIDTHS: [&str; 5] = ["numeric", "2-digit", "long", "short", "narrow"];
    let mut format = Format::default();
    if !options.is_undefined() {
        let options = options.to_object(context)?;
        let mut part = |name| choice(&options, name, &WIDTHS, context);
        format.weekday = part("weekday")?;
        format.year = part("year")?;
        format.month = part("month")?;
        format.day = part("day")?;
        format.hour = part("hour")?;
        format.minute = part("minute")?;
        format.second = part("second")?;
        format.zone = part("timeZoneName")?;
        format.cycle = cycle(&options, context)?;
        if styles(&options, &mut format, default, context)? {
            return Ok(format);
        }
    }
    let has_date = [format.weekday, format.year, format.month, format.day].iter().any(Option::is_some);
    let has_time = [format.hour, format.minute, format.second].iter().any(Option::is_some);
    let (add_date, add_time) = match default {
        Default::Date => (!has_date, false),
        Default::Time => (false, !has_time),
        Default::Both => (!has_date && !has_time, !has_date && !has_time),
    };
    if add_date {
        (format.year, format.month, format.day) = (NUMERIC, NUMERIC, NUMERIC);
    }
    if add_time {
        (format.hour, format.minute, format.second) = (NUMERIC, NUMERIC, NUMERIC);
    }
    format.full_date = format.month == Some(LONG);
    Ok(format)
}

fn cycle(options: &JsObject, context: &mut Context) -> JsResult<Cycle> {
    let twelve = options.get(js_string!("hour12"), context)?;
    let named = choice(options, "hourCycle", &["h11", "h12", "h23", "h24"], context)?;
    Ok(match named {
        _ if !twelve.is_undefined() => {
            if twelve.to_boolean() {
                Cycle::Twelve
            } else {
                Cycle::OneToTwentyFour
            }
        }
        Some(2) => Cycle::TwentyFour,
        Some(3) => Cycle::OneToTwentyFour,
        _ => Cycle::Twelve,
    })
}

/// `dateStyle` and `timeStyle`, which stand for sets of parts.
fn styles(options: &JsObject, format: &mut Format, default: Default, context: &mut Context) -> JsResult<bool> {
    const STYLES: [&str; 4] = ["full", "long", "medium", "short"];
    let date = choice(options, "dateStyle", &STYLES, context)?;
    let time = choice(options, "timeStyle", &STYLES, context)?;
    let refused = match default {
        Default::Date if time.is_some() => Some("timeStyle"),
        Default::Time if date.is_some() => Some("dateStyle"),
        _ => None,
    };
    if let Some(name) = refused {
        return Err(JsNativeError::typ().with_message(format!("Invalid option : {name}")).into());
    }
    if let Some(style) = date {
        (format.year, format.month, format.day) = match style {
            0 | 1 => (NUMERIC, Some(LONG), NUMERIC),
            2 => (NUMERIC, Some(SHORT), NUMERIC),
            _ => (TWO_DIGITS, NUMERIC, NUMERIC),
        };
        format.weekday = (style == 0).then_some(LONG);
        format.full_date = style <= 1;
    }
    if let Some(style) = time {
        (format.hour, format.minute) = (NUMERIC, NUMERIC);
        format.second = (style <= 2).then_some(0);
        format.zone = match style {
            0 => Some(LONG),
            1 => Some(SHORT),
            _ => None,
        };
    }
    Ok(date.is_some() || time.is_some())
}

/// The fields of a time value in UTC.
struct Moment {
    year: i64,
    month: usize,
    day: i64,
    weekday: usize,
    hour: i64,
    minute: i64,
    second: i64,
}

impl Moment {
    fn new(time: i64) -> Self {
        const DAY: i64 = 86_400_000;
        let days = time.div_euclid(DAY);
        let rest = time.rem_euclid(DAY);
        // The year of a day from the mean length of a year, then corrected by one.
        let mut year = 1970 + days.div_euclid(146_097) * 400 + days.rem_euclid(146_097) * 400 / 146_097;
        while days_from_civil(year, 1, 1) > days {
            year -= 1;
        }
        while days_from_civil(year + 1, 1, 1) <= days {
            year += 1;
        }
        let month = (1..=12).rev().find(|&month| days_from_civil(year, month, 1) <= days).unwrap_or(1);
        Self {
            year,
            month: usize::try_from(month - 1).unwrap_or(0),
            day: days - days_from_civil(year, month, 1) + 1,
            weekday: usize::try_from((days + 4).rem_euclid(7)).unwrap_or(0),
            hour: rest / 3_600_000,
            minute: rest / 60_000 % 60,
            second: rest / 1_000 % 60,
        }
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

fn name(names: &[&str], at: usize, written: usize) -> String {
    let name = names.get(at).copied().unwrap_or_default();
    let length = match written {
        LONG => name.len(),
        SHORT => 3,
        _ => 1,
    };
    name.get(..length).unwrap_or(name).to_owned()
}

fn number(value: i64, written: Written) -> String {
    if written == TWO_DIGITS { format!("{:02}", value.rem_euclid(100)) } else { value.to_string() }
}

impl Format {
    fn print(&self, moment: &Moment) -> String {
        let date = self.date(moment);
        let time = self.time(moment);
        let weekday_only = self.weekday.is_some() && self.year.is_none() && self.month.is_none() && self.day.is_none();
        match (date.is_empty(), time.is_empty()) {
            (_, true) => date,
            (true, false) => time,
            (false, false) if weekday_only => format!("{date} {time}"),
            (false, false) if self.full_date => format!("{date} at {time}"),
            (false, false) => format!("{date}, {time}"),
        }
    }

    fn date(&self, moment: &Moment) -> String {
        let weekday = self.weekday.map(|written| name(&WEEKDAYS, moment.weekday, written));
        // There is no year 0 on the calendar of en-US.
        let year = if moment.year <= 0 { 1 - moment.year } else { moment.year };
        let year = self.year.map(|_| number(year, self.year));
        let day = self.day.map(|_| number(moment.day, self.day));
        let month_number = i64::try_from(moment.month).unwrap_or(0) + 1;
        let date = match self.month {
            Some(written @ 2..) => {
                let month = name(&MONTHS, moment.month, written);
                match (day, year) {
                    (Some(day), Some(year)) => format!("{month} {day}, {year}"),
                    (Some(day), None) => format!("{month} {day}"),
                    (None, Some(year)) => format!("{month} {year}"),
                    (None, None) => return weekday.map_or(month.clone(), |weekday| format!("{month} {weekday}")),
                }
            }
            Some(_) => {
                let parts = [Some(number(month_number, self.month)), day, year];
                parts.into_iter().flatten().collect::<Vec<_>>().join("/")
            }
            None => match (day, year) {
                (Some(day), Some(year)) => format!("{year} (day: {day})"),
                (Some(alone), None) | (None, Some(alone)) => {
                    return weekday.map_or(alone.clone(), |weekday| format!("{alone} {weekday}"));
                }
                (None, None) => return weekday.unwrap_or_default(),
            },
        };
        weekday.map_or(date.clone(), |weekday| format!("{weekday}, {date}"))
    }

    fn time(&self, moment: &Moment) -> String {
        let alone = self.hour.is_none() && (self.minute.is_none() || self.second.is_none());
        let two = |value: i64| if alone { value.to_string() } else { format!("{value:02}") };
        let mut parts = Vec::new();
        if self.hour.is_some() {
            parts.push(match self.cycle {
                Cycle::Twelve => {
                    let hour = (moment.hour + 11) % 12 + 1;
                    number(hour, self.hour)
                }
                Cycle::TwentyFour => format!("{:02}", moment.hour),
                Cycle::OneToTwentyFour => format!("{:02}", (moment.hour + 23) % 24 + 1),
            });
        }
        parts.extend(self.minute.map(|_| two(moment.minute)));
        parts.extend(self.second.map(|_| two(moment.second)));
        let mut text = parts.join(":");
        if self.hour.is_some() && self.cycle == Cycle::Twelve {
            text.push_str(if moment.hour < 12 { " AM" } else { " PM" });
        }
        if let Some(written) = self.zone {
            let zone = if written == LONG { "Coordinated Universal Time" } else { "UTC" };
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(zone);
        }
        text
    }
}
