//! Cost: the engine's array methods read and write each element by the general way of properties, some 3,000 instructions for
//! one. What is here does it where the elements are stored, in some 200, where no script can tell the difference.

use boa_engine::object::builtins::JsArray;
use boa_engine::property::{DescriptorKind, PropertyDescriptor, PropertyKey};
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsSymbol, JsValue, js_string};

/// An element where it is stored, if it is there and no accessor. Exotic objects but arrays have to be kept out.
pub(super) fn stored(array: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    match array.borrow().properties().get(key)?.kind() {
        DescriptorKind::Data { value, .. } => value.clone(),
        DescriptorKind::Accessor { .. } | DescriptorKind::Generic => None,
    }
}

/// [`stored`], if the element may be overwritten and deleted.
pub(super) fn loose(array: &JsObject, key: &PropertyKey) -> Option<JsValue> {
    let property = array.borrow().properties().get(key)?;
    let free = [property.writable(), property.enumerable(), property.configurable()] == [Some(true); 3];
    property.value().filter(|_| free).cloned()
}

/// Whether an element that is not there may be put into the array without asking anyone: it is extensible, and no
/// prototype has an element that could be a setter or read-only.
pub(super) fn is_open(array: &JsObject, context: &mut Context) -> JsResult<bool> {
    if !array.is_array() || !array.is_extensible(context)? {
        return Ok(false);
    }
    let constructors = context.intrinsics().constructors();
    let bare = |object: &JsObject| object.borrow().properties().index_property_keys().len() == 0;
    let expected = [constructors.array().prototype(), constructors.object().prototype()];
    let mut next = array.prototype();
    for prototype in expected {
        match next {
            Some(found) if JsObject::equals(&found, &prototype) && bare(&found) => next = found.prototype(),
            _ => return Ok(false),
        }
    }
    Ok(next.is_none())
}

/// The length of an array, if it may be changed.
pub(super) fn free_length(array: &JsObject) -> Option<u64> {
    let length = array.borrow().properties().get(&js_string!("length").into())?;
    let value = length.value().filter(|_| length.writable() == Some(true))?.as_number()?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an array's length is an integer below 2^32"
    )]
    Some(value as u64)
}

/// Puts an element into an array where [`is_open`] or [`loose`] allow it, or nobody has seen the array yet.
pub(super) fn put(array: &JsObject, index: u64, value: JsValue) {
    let property = PropertyDescriptor::builder().value(value).writable(true).enumerable(true).configurable(true);
    array.insert_property(super::index(index), property);
}

/// Writes the length of an array where [`free_length`] allows it and no element is at or behind it.
pub(super) fn set_length(array: &JsObject, length: u64) {
    let property = PropertyDescriptor::builder().value(length).writable(true).enumerable(false).configurable(false);
    array.insert_property(js_string!("length"), property);
}

/// The constructor that ArraySpeciesCreate (ECMA-262 section 10.4.2.2) uses, `None` for a plain array.
fn species(array: &JsObject, context: &mut Context) -> JsResult<Option<JsObject>> {
    let mut constructor = array.get(js_string!("constructor"), context)?;
    if let Some(object) = constructor.as_object() {
        constructor = object.get(JsSymbol::species(), context)?;
        if constructor.is_null() {
            return Ok(None);
        }
    }
    if constructor.is_undefined() {
        return Ok(None);
    }
    let Some(constructor) = constructor.as_constructor() else {
        return Err(JsNativeError::typ().with_message("Symbol.species must be a constructor").into());
    };
    let plain = JsObject::equals(&constructor, &context.intrinsics().constructors().array().constructor());
    Ok((!plain).then_some(constructor))
}

/// The array that a method makes.
pub(super) struct Made {
    object: JsObject,
    /// It is an array that nobody has seen.
    plain: bool,
    next: u64,
}

impl Made {
    /// ArraySpeciesCreate for a method of `array`, with the length that the constructor is told.
    pub(super) fn like(array: &JsObject, length: u64, context: &mut Context) -> JsResult<Self> {
        match species(array, context)? {
            None => Self::plain(context),
            Some(species) => {
                let object = species.construct(&[length.into()], Some(&species), context)?;
                Ok(Self { object, plain: false, next: 0 })
            }
        }
    }

    pub(super) fn plain(context: &mut Context) -> JsResult<Self> {
        Ok(Self { object: JsArray::new(context)?.into(), plain: true, next: 0 })
    }

    pub(super) fn push(&mut self, value: JsValue, context: &mut Context) -> JsResult<()> {
        if self.plain {
            put(&self.object, self.next, value);
        } else {
            self.object.create_data_property_or_throw(super::index(self.next), value, context)?;
        }
        self.next += 1;
        Ok(())
    }

    /// The number of elements and holes so far.
    pub(super) fn length(&self) -> u64 {
        self.next
    }

    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    /// The array as it is; only the methods that say so set the length of another's.
    pub(super) fn finish(self, sets_length: bool, context: &mut Context) -> JsResult<JsValue> {
        if self.plain && u32::try_from(self.next).is_ok() {
            set_length(&self.object, self.next);
        } else if self.plain || sets_length {
            self.object.set(js_string!("length"), self.next, true, context)?;
        }
        Ok(self.object.into())
    }
}
