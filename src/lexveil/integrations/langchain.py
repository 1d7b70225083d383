"""LangChain: prompts go out without names, answers come back with them.

    hidden = Hidden(policy="court-eu", case="a talk")
    chain = prompt | hidden.hide | model | hidden.restore

What is remembered is the case of the `Pseudonymizer`: in memory, or in a vault.
"""

from typing import Any

from lexveil.errors import InputError
from lexveil.integrations import needed
from lexveil.pipeline import Pseudonymizer

_messages = needed("langchain_core.messages", extra="langchain")
_prompts = needed("langchain_core.prompt_values", extra="langchain")
_runnables = needed("langchain_core.runnables", extra="langchain")


class Hidden:
    """`hide` and `restore` are runnables; `case` must be named, or there would be nothing to restore."""

    def __init__(self, *, case: str, **options: Any) -> None:
        self.each = Pseudonymizer(case=case, **options)
        self.hide: Any = _runnables.RunnableLambda(self._hide, name="lexveil_hide")
        self.restore: Any = _runnables.RunnableLambda(self._restore, name="lexveil_restore")

    def _hide(self, given: Any) -> Any:
        if isinstance(given, _prompts.PromptValue):
            return _prompts.ChatPromptValue(messages=self._hide(given.to_messages()))
        return _changed(given, lambda text: self.each.text(text).text)

    def _restore(self, given: Any) -> Any:
        return _changed(given, self.each.restore)


def _changed(given: Any, change: Any) -> Any:
    """Every text in a message, in what it is made of, or in a list of them; what is no text is refused."""
    if isinstance(given, str):
        return change(given)
    if isinstance(given, list):
        return [_changed(each, change) for each in given]
    if isinstance(given, _messages.BaseMessage):
        if getattr(given, "tool_calls", None):
            raise InputError("api.no-text", kind="tool call")
        return given.model_copy(update={"content": _changed(given.content, change), "additional_kwargs": {}})
    if isinstance(given, dict) and given.get("type") == "text" and isinstance(given.get("text"), str):
        return {**given, "text": change(given["text"])}
    raise InputError("api.no-text", kind=type(given).__name__)
