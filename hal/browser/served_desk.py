"""The desk's implementation of `hal.browser.web.ServedTable`. It is called in the server's thread."""

from __future__ import annotations

from dataclasses import dataclass

from hal.browser import page_requests
from hal.browser.broadcaster import Broadcaster
from hal.browser.desk_inputs import DeskInputs
from hal.browser.desk_sidebar import DeskSidebar
from hal.browser.key_gate import KeyGate
from hal.browser.panels import DeskPanel
from hal.clock.clock import Clock


@dataclass(slots=True)
class ServedDesk:
    """Passes each call of the web application on to the part of the desk that handles it."""

    broadcaster: Broadcaster
    key_gate: KeyGate
    panel: DeskPanel
    inputs: DeskInputs
    sidebar: DeskSidebar
    clock: Clock
    program_control: page_requests.ProgramControl | None
    """None beside a real panel, where a browser can only press keys."""
    documents: page_requests.Documents | None
    networks: None = None
    """None: only the page of a box joins Wi-Fi networks."""
    program_receiver: None = None
    """None: only the page of a box takes newer programs."""

    def fetch_picture(self, name: str) -> bytes | None:
        return self.panel.pictures.fetch_png(name)

    def record_text(self) -> str:
        return self.sidebar.contents.record

    def now_s(self) -> float:
        return self.clock.now()

    def process_request(self, request: page_requests.PermittedRequest) -> None:
        match request:
            case page_requests.SetPanelSpeed(instant):
                self.panel.set_speed(is_instant=instant)
            case page_requests.ChooseSetting():
                self._restart(request)
            case _:
                self.inputs.process_request(request)

    def edit_record(self, record: bytes, base_version: str) -> page_requests.RequestResult:
        return self.inputs.edit_record(record, base_version)

    def find_document(self, path: str, query: page_requests.FormFields) -> page_requests.Document | None:
        return None if self.documents is None else self.documents.find_document(path, query)

    def find_file(self, path: str, query: page_requests.FormFields) -> page_requests.DocumentFile | None:
        return None if self.documents is None else self.documents.find_file(path, query)

    def process_form(self, fields: page_requests.FormFields) -> str:
        game_number = page_requests.game_to_stop(fields)
        result = None if game_number is None else self.inputs.stop_game(game_number)
        if result is not None:
            return result
        return "" if self.documents is None else self.documents.process_form(fields)

    def _restart(self, request: page_requests.ChooseSetting) -> None:
        if self.program_control is None:
            return
        if request.setting == "panel":
            self.program_control.restart_with_panel(request.name)
        else:
            self.program_control.restart_in_language(request.name)
