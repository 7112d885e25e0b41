#pragma once
// A list whose elements do not change once they are in it, so that its copies share them: a copy costs a pointer an
// element. What two graphs have in common is held once.

#include <algorithm>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace tasoscope {

template <typename T>
class SharedList {
 public:
  using Element = std::shared_ptr<const T>;

  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    Iterator() = default;
    explicit Iterator(const Element* at) : at_(at) {}
    reference operator*() const { return **at_; }
    pointer operator->() const { return at_->get(); }
    reference operator[](difference_type n) const { return *at_[n]; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator& operator--() { return --at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    Iterator operator--(int) { return Iterator(at_--); }
    Iterator& operator+=(difference_type n) { return at_ += n, *this; }
    Iterator& operator-=(difference_type n) { return at_ -= n, *this; }
    friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
    friend Iterator operator+(difference_type n, Iterator i) { return i += n; }
    friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) { return a.at_ - b.at_; }
    friend auto operator<=>(const Iterator&, const Iterator&) = default;
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Element* at_ = nullptr;
  };
  using const_iterator = Iterator;
  using value_type = T;

  SharedList() = default;
  SharedList(std::initializer_list<T> elements) {
    for (const T& element : elements) push_back(element);
  }

  std::size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  const T& operator[](std::size_t i) const { return *elements_[i]; }
  const T& front() const { return *elements_.front(); }
  const T& back() const { return *elements_.back(); }
  Iterator begin() const { return Iterator(elements_.data()); }
  Iterator end() const { return Iterator(elements_.data() + elements_.size()); }

  void reserve(std::size_t count) { elements_.reserve(count); }
  void clear() { elements_.clear(); }
  void push_back(T element) { elements_.push_back(std::make_shared<const T>(std::move(element))); }
  /// An element that other lists may have too.
  void share(Element element) { elements_.push_back(std::move(element)); }
  void append(const SharedList& others) {
    elements_.insert(elements_.end(), others.elements_.begin(), others.elements_.end());
  }
  const Element& shared(std::size_t i) const { return elements_[i]; }
  /// Puts a changed copy in the place of an element: other lists that have it keep it.
  template <typename Edit>
  void change(std::size_t i, Edit edit) {
    T copy = *elements_[i];
    edit(copy);
    elements_[i] = std::make_shared<const T>(std::move(copy));
  }
  template <typename Edit>
  void changeEach(Edit edit) {
    for (std::size_t i = 0; i < elements_.size(); ++i) change(i, edit);
  }
  template <typename Predicate>
  void removeIf(Predicate isGone) {
    std::erase_if(elements_, [&](const Element& element) { return isGone(*element); });
  }

 private:
  std::vector<Element> elements_;
};

}  // namespace tasoscope
